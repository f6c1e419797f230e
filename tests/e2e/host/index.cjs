const fs = require("node:fs");
const path = require("node:path");
const { runAll } = require("./harness.cjs");

exports.run = async () => {
  for (const file of fs.readdirSync(__dirname).sort()) {
    if (file.endsWith(".test.cjs")) {
      require(path.join(__dirname, file));
    }
  }
  await runAll();
};
