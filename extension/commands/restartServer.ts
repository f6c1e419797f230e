import type { Command } from ".";

export const restartServer: Command = {
  id: "mindspore.restartServer",
  run: ({ interpreters }) => {
    interpreters.refresh();
  },
};
