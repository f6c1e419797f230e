// Bundles the extension into one file, and notes in build/esbuild.json what went in.  `--watch` rebuilds on change.
import * as fs from "node:fs";
import * as esbuild from "esbuild";

const options = {
  entryPoints: ["extension/main.ts"],
  outfile: "extension/dist/extension.js",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  minify: !process.argv.includes("--watch"),
  sourcemap: process.argv.includes("--watch"),
  metafile: true,
  logLevel: "warning",
};

if (process.argv.includes("--watch")) {
  await (await esbuild.context(options)).watch();
} else {
  const { metafile } = await esbuild.build(options);
  fs.mkdirSync("build", { recursive: true });
  fs.writeFileSync("build/esbuild.json", JSON.stringify(metafile));
}
