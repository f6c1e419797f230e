import js from "@eslint/js";
import typescript from "typescript-eslint";

const nodeGlobals = Object.fromEntries(
  [
    "Buffer",
    "__dirname",
    "document",
    "console",
    "process",
    "fetch",
    "setTimeout",
    "clearTimeout",
    "URL",
    "require",
    "module",
    "exports",
  ].map((name) => [name, "readonly"]),
);

export default typescript.config(
  { ignores: ["extension/dist/**", "extension/media/**"] },
  js.configs.recommended,
  {
    files: ["extension/**/*.ts"],
    extends: [typescript.configs.strictTypeChecked, typescript.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // vscode.Disposable is used as an interface.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
    },
  },
  {
    files: ["**/*.mjs", "**/*.cjs"],
    languageOptions: { globals: nodeGlobals },
  },
);
