// Runs host/*.test.cjs inside the extension host of a running VS Code and prints what became of each step.
import path from "node:path";
import { openBrowser } from "../../scripts/workbench.mjs";

const LIMIT = 8 * 60_000;
const driver = path.join(import.meta.dirname, "host");
const address = new URL(process.env.ADDRESS);
const remote = (file) => `vscode-remote://${address.host}${encodeURI(file)}`;
const payload = [
  ["extensionDevelopmentPath", remote(driver)],
  ["extensionTestsPath", remote(path.join(driver, "index.cjs"))],
  ["skipWelcome", "true"],
];
address.searchParams.set("payload", JSON.stringify(payload));

const { browser, page } = await openBrowser(process.env.MINDSPORE_TOOLS_BROWSER);
try {
  const finished = new Promise((resolve) => page.exposeFunction("codeAutomationExit", resolve));
  await page.exposeFunction("codeAutomationLog", (_type, texts) => {
    if (String(texts[0]).startsWith('{"step"') || process.env.VERBOSE) {
      console.log(...texts);
    }
  });
  await page.goto(address.href);
  const limit = new Promise((resolve) => setTimeout(resolve, LIMIT, "time limit"));
  console.log("extension host ended:", await Promise.race([finished, limit]));
} finally {
  await browser.close();
}
process.exit();
