// What a user sees in the first minutes, step by step, on a copy of examples/. Each step returns the text to show.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const CONSTRUCT_LINE = 47; // h = self.relu(h)

/** The steps of the tour, in order: a name, and what to do. A step that fails throws. */
export const TOUR = [];

const step = (name, run) => TOUR.push({ name, run });

step("the folder opens", async (workbench, address) => {
  await workbench.open(address);
  return "";
});

step("mistakes are underlined", async (workbench) => {
  await workbench.openFile("mistakes.py");
  await workbench.visible(".editor-instance .squiggly-error", 60_000);
  await workbench.shot("squiggles");
  return "";
});

step("the problems view lists them", async (workbench, address) => {
  const problems = await workbench.problems();
  await workbench.shot("problems");
  await workbench.closePanel();
  const file = path.join(new URL(address).searchParams.get("folder"), "mistakes.py");
  const lines = fs.readFileSync(file, "utf8").split("\n");
  const withSource = problems.map((problem) => {
    const place = / at line (\d+) and character/.exec(problem);
    return place ? `${problem}\n    ${place[1]} | ${lines[place[1] - 1].trim()}` : problem;
  });
  return withSource.join("\n");
});

step("a hover explains a mistake", async (workbench) => {
  await workbench.goToLine(22);
  const text = await workbench.hover("try:", "try", "MS101");
  await workbench.shot("hover");
  return text;
});

step("typing nn. opens the completions", async (workbench) => {
  await workbench.openFile("train.py");
  await workbench.goToLine(42);
  await workbench.page.keyboard.press("End");
  await workbench.page.keyboard.press("Enter");
  await workbench.page.keyboard.type("self.conv = nn.", { delay: 60 });
  const labels = await workbench.completions("Cell");
  await workbench.shot("completion");
  return labels.join("\n");
});

step("accepting a completion inserts it", async (workbench) => {
  await workbench.page.keyboard.type("Con", { delay: 60 });
  await workbench.completions("Conv2d");
  await sleep(500);
  await workbench.shot("completion-filtered");
  await workbench.page.keyboard.type("v2d", { delay: 60 });
  await workbench.completions("Conv2d");
  await sleep(300);
  await workbench.page.keyboard.press("Enter");
  await workbench.hidden(".suggest-widget.visible");
  const text = await workbench.editorText();
  if (!text.includes("self.conv = nn.Conv2d")) {
    throw new Error(`the editor shows ${text}`);
  }
  const line = text.split("\n").find((each) => each.includes("nn.Conv2d"));
  await workbench.page.keyboard.press("Escape");
  await workbench.command("File: Revert File");
  return line.trim();
});

step("F5 without a launch.json stops inside the compiled graph", async (workbench) => {
  await workbench.goToLine(CONSTRUCT_LINE);
  await workbench.clickMargin(CONSTRUCT_LINE);
  await workbench.visible(".editor-instance .codicon-debug-breakpoint");
  await workbench.page.keyboard.press("F5");
  await workbench.visible(".debug-toolbar", 60_000);
  await workbench.stopped(120_000);
  await workbench.stoppedAt(CONSTRUCT_LINE);
  return `stopped at line ${CONSTRUCT_LINE}`;
});

step("the variables view shows the tensors", async (workbench) => {
  const variables = await workbench.variables("h");
  await workbench.shot("debug");
  return variables.join("\n");
});

step("the call stack reads from the script into construct", async (workbench) => {
  const frames = await workbench.callStack();
  if (!frames.some((frame) => frame.includes("construct"))) {
    throw new Error(`the call stack is ${frames.join(" | ")}`);
  }
  return frames.join("\n");
});

step("a hover shows the value of a variable", async (workbench) => {
  const text = await workbench.debugHover("logits = self.output(h)", "h", "float32");
  await workbench.shot("debug-hover");
  return text;
});

step("step over goes to the next line of the graph", async (workbench) => {
  await workbench.page.keyboard.press("F10");
  await workbench.stoppedAt(CONSTRUCT_LINE + 1);
  return `stopped at line ${CONSTRUCT_LINE + 1}`;
});

step("a conditional breakpoint stops where its condition holds", async (workbench) => {
  await workbench.clickMargin(CONSTRUCT_LINE);
  await workbench.addConditionalBreakpoint(CONSTRUCT_LINE + 2, "logits.shape == (32, 10)");
  await workbench.page.keyboard.press("F5");
  await workbench.stoppedAt(CONSTRUCT_LINE + 2);
  await workbench.shot("debug-condition");
  return `stopped at line ${CONSTRUCT_LINE + 2}`;
});

step("without breakpoints the program runs to its end", async (workbench) => {
  await workbench.command("Remove All Breakpoints");
  await workbench.page.keyboard.press("F5");
  await workbench.hidden(".debug-toolbar", 90_000);
  await workbench.command("Terminal: Focus Terminal");
  const printed = await workbench.terminalLines(/epoch 2: loss/);
  await workbench.shot("end");
  return printed.join("\n");
});
