// Takes the tour of the demo in a browser and prints what became of each step. Stops at the first failure.
import { TOUR } from "../../scripts/tour.mjs";
import { openBrowser, Workbench } from "../../scripts/workbench.mjs";

const { browser, page } = await openBrowser(process.env.MINDSPORE_TOOLS_BROWSER);
try {
  const workbench = new Workbench(page, process.env.SHOTS);
  for (const { name, run } of TOUR) {
    let failure = null;
    try {
      console.log(await run(workbench, process.env.ADDRESS));
    } catch (error) {
      failure = String(error.stack);
      await workbench.shot("failure").catch(() => undefined);
    }
    console.log(JSON.stringify({ step: name, failure }));
    if (failure) {
      break;
    }
  }
} finally {
  await browser.close();
}
