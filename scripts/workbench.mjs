// Drives the page of VS Code as a person does: keyboard, mouse, and what can be read on the screen.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright-core";

const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Opens a page in headless Chromium. Nothing but this machine is reached. */
export async function openBrowser(executable, { width = 1280, height = 800 } = {}) {
  const browser = await chromium.launch({ executablePath: executable, headless: true, args: QUIET });
  const context = await browser.newContext({ viewport: { width, height }, locale: "en-US" });
  const isElsewhere = (url) =>
    url.protocol.startsWith("http") && !["127.0.0.1", "localhost"].includes(url.hostname);
  await context.route(isElsewhere, (route) => route.abort());
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return { browser, page };
}

export class Workbench {
  #shots = 0;

  constructor(page, shots) {
    this.page = page;
    this.shots = shots;
    fs.mkdirSync(shots, { recursive: true });
  }

  async open(address) {
    await this.page.goto(address);
    await this.visible(".monaco-workbench", 90_000);
    await this.visible(".explorer-folders-view .monaco-list-row", 90_000);
  }

  visible(selector, timeout = 30_000) {
    return this.page.waitForSelector(selector, { state: "visible", timeout });
  }

  hidden(selector, timeout = 30_000) {
    return this.page.waitForSelector(selector, { state: "hidden", timeout });
  }

  /** Saves a screenshot, once what fades in or out has done so. */
  async shot(name) {
    await sleep(400);
    this.#shots += 1;
    const file = path.join(this.shots, `${String(this.#shots).padStart(2, "0")}-${name}.png`);
    await this.page.screenshot({ path: file });
    return file;
  }

  async #quickInput(keys, text) {
    await this.page.keyboard.press(keys);
    await this.visible(".quick-input-widget .quick-input-box input");
    await this.page.keyboard.type(text);
  }

  async openFile(name) {
    await this.#quickInput("Control+P", name);
    await this.visible(`.quick-input-list .monaco-list-row[aria-label^="${name}"]`);
    await this.page.keyboard.press("Enter");
    await this.hidden(".quick-input-widget");
    await this.visible(`.tab.active[data-resource-name="${name}"]`);
    await this.visible(".editor-instance .monaco-editor.focused");
  }

  /** Runs the command with exactly this title; Enter alone would take the first fuzzy match. */
  async command(title) {
    await this.#quickInput("F1", title);
    const row = this.page.locator(`.quick-input-list .monaco-list-row[aria-label^="${title}"]`).first();
    await row.click();
    await this.hidden(".quick-input-widget").catch(() => undefined);
  }

  async goToLine(line) {
    await this.#quickInput("Control+G", String(line));
    await this.page.keyboard.press("Enter");
    await this.hidden(".quick-input-widget");
  }

  /** Sets or removes a breakpoint with a click in the margin of the editor. */
  async clickMargin(line) {
    const number = this.page
      .locator(".editor-instance .margin-view-overlays .line-numbers", { hasText: new RegExp(`^${line}$`) })
      .first();
    const box = await number.boundingBox();
    await this.page.mouse.move(box.x - 10, box.y + box.height / 2);
    await this.page.mouse.click(box.x - 10, box.y + box.height / 2);
  }

  async editorText() {
    const lines = await this.page.locator(".editor-instance .view-line").allInnerTexts();
    return lines.join("\n").replace(/\u00a0/g, " ");
  }

  /** The labels in the list of completions, once one of them is there. */
  async completions(expected) {
    await this.visible(`.suggest-widget.visible .monaco-list-row[aria-label*="${expected}"]`);
    return this.#labels(".suggest-widget.visible .monaco-list-row");
  }

  /** The entries of the Problems view. */
  async problems() {
    await this.page.keyboard.press("Control+Shift+M");
    await this.visible(".markers-panel .monaco-list-row");
    return this.#labels(".markers-panel .monaco-list-row");
  }

  async closePanel() {
    await this.page.keyboard.press("Control+J");
    await this.hidden(".part.panel .content");
  }

  /** Hovers over a text in the editor until a hover that holds `expected` shows; gives its text. */
  async hover(line, text, expected) {
    const word = this.page.locator(".editor-instance .view-line", { hasText: line }).first();
    const span = word.locator("span span", { hasText: text }).last();
    const hover = this.page.locator(".monaco-hover:not(.hidden)", { hasText: expected }).first();
    return this.#untilVisible(hover, async () => {
      const box = (await span.boundingBox()) ?? (await word.boundingBox());
      await this.page.mouse.move(box.x + 60, box.y + 160, { steps: 3 });
      await this.page.mouse.move(box.x + Math.min(12, box.width / 2), box.y + box.height / 2, { steps: 5 });
    });
  }

  /** Hovers over a word while the program has stopped until its value shows. */
  async debugHover(line, word, expected) {
    const row = this.page.locator(".editor-instance .view-line", { hasText: line }).first();
    const hover = this.page.locator(".debug-hover-widget", { hasText: new RegExp(expected, "i") });
    return this.#untilVisible(hover, async () => {
      const { x, y, height, text } = await row.evaluate((element) => {
        const box = element.querySelector("span").getBoundingClientRect();
        return { x: box.x, y: box.y, height: box.height, text: element.innerText };
      });
      const character = await this.#characterWidth();
      const column = text.lastIndexOf(word);
      await this.page.mouse.move(x + 300, y + 120, { steps: 3 });
      await this.page.mouse.move(x + (column + 0.5) * character, y + height / 2, { steps: 4 });
    });
  }

  async #characterWidth() {
    return this.page.evaluate(() => {
      const line = [...document.querySelectorAll(".editor-instance .view-line > span")].find(
        (element) => element.innerText.length > 20,
      );
      return line.getBoundingClientRect().width / line.innerText.length;
    });
  }

  async addConditionalBreakpoint(line, condition) {
    await this.goToLine(line);
    await this.command("Debug: Add Conditional Breakpoint");
    await this.visible(".breakpoint-widget .monaco-editor.focused");
    await this.page.keyboard.type(condition);
    await this.page.keyboard.press("Enter");
    await this.hidden(".breakpoint-widget");
  }

  async #untilVisible(locator, move) {
    for (let attempt = 1; ; attempt += 1) {
      await move();
      try {
        await locator.waitFor({ state: "visible", timeout: 4_000 });
        return (await locator.innerText()).replace(/\s+/g, " ").trim();
      } catch (error) {
        if (attempt === 5) {
          throw error;
        }
      }
    }
  }

  /** Waits until the program has stopped; gives the number of the line. */
  async stopped(timeout = 90_000) {
    await this.visible(".editor-instance .debug-top-stack-frame-line", timeout);
    return this.stoppedLine();
  }

  async stoppedLine() {
    const arrow = this.page.locator(".editor-instance .codicon-debug-stackframe").first();
    const box = await arrow.boundingBox();
    const numbers = await this.page.locator(".editor-instance .margin-view-overlays .line-numbers").all();
    for (const number of numbers) {
      const place = await number.boundingBox();
      if (place && Math.abs(place.y + place.height / 2 - (box.y + box.height / 2)) < 4) {
        return Number(await number.innerText());
      }
    }
    return undefined;
  }

  /** Waits until the program stops at a line. */
  async stoppedAt(line, timeout = 60_000) {
    const deadline = Date.now() + timeout;
    let last;
    while (Date.now() < deadline) {
      last = await this.stoppedLine().catch(() => undefined);
      if (last === line) {
        return;
      }
      await sleep(150);
    }
    throw new Error(`stopped at line ${last}, not ${line}`);
  }

  async callStack() {
    return this.#labels(".debug-call-stack .monaco-list-row");
  }

  /** The rows of the Variables view, with the first scope opened. */
  async variables(expected) {
    const scope = this.page.locator('.debug-variables .monaco-list-row[aria-label*="Scope Locals"]').first();
    await scope.waitFor({ state: "visible" });
    await sleep(700);
    if ((await scope.getAttribute("aria-expanded")) !== "true") {
      await scope.locator(".monaco-tl-twistie").click();
    }
    await this.visible(`.debug-variables .monaco-list-row[aria-label^="${expected}"]`);
    return this.#labels(".debug-variables .monaco-list-row");
  }

  /** The lines that a terminal shows, once one of them matches; readable with the DOM renderer only. */
  async terminalLines(expected) {
    const rows = this.page.locator(".terminal-wrapper.active .xterm-rows > div");
    await rows.filter({ hasText: expected }).first().waitFor({ state: "visible" });
    const texts = await rows.allInnerTexts();
    return texts.map((text) => text.replace(/\u00a0/g, " ").trimEnd()).filter((text) => text !== "");
  }

  async #labels(selector) {
    return this.page
      .locator(selector)
      .evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label")));
  }
}
