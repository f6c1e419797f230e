// Takes the tour and prints what a user sees: node scripts/demo.mjs ADDRESS BROWSER SHOTS
import { TOUR } from "./tour.mjs";
import { openBrowser, Workbench } from "./workbench.mjs";

const [address, executable, shots] = process.argv.slice(2);
const { browser, page } = await openBrowser(executable);
try {
  const workbench = new Workbench(page, shots);
  for (const { name, run } of TOUR) {
    console.log(`\n== ${name}`);
    try {
      console.log(await run(workbench, address));
    } catch (error) {
      console.log(`failed: ${error.message}\nThe page: ${await workbench.shot("failure")}`);
      process.exitCode = 1;
      break;
    }
  }
} finally {
  await browser.close();
}
console.log(`\nScreenshots: ${shots}`);
