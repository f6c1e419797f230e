import type { Command } from ".";

export const showLog: Command = {
  id: "mindspore.showLog",
  run: ({ log }) => {
    log.show();
  },
};
