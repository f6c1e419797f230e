import type { Command } from ".";

interface Page {
  readonly title: string;
  readonly markdown: string;
}

/** Shows the page of a rule; the code in a diagnostic links here. */
export const explainRule: Command = {
  id: "mindspore.explainRule",
  run: async ({ server, reports }, code) => {
    const page = await server.request<Page | null>("mindspore/explain", { code });
    if (page) {
      await reports.show(page.title, page.markdown);
    }
  },
};
