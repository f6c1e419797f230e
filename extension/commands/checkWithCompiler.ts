import * as vscode from "vscode";
import { commandLine } from "../common/commandLine";
import type { Command } from ".";

/** What `mindspore-tools ir compile --json` answers. Lines count from 1, columns from 0. */
interface Answer {
  readonly compiled: boolean;
  readonly problem: string | null;
  readonly location: {
    readonly path: string;
    readonly line: number;
    readonly endLine: number;
    readonly column: number;
    readonly endColumn: number;
  } | null;
  readonly missing: readonly string[];
}

const collection = vscode.languages.createDiagnosticCollection("mindspore-compiler");
/** Inputs that were given before, by file and function. */
const lastInputs = new Map<string, string>();

/**
 * Compiles the function or Cell at the cursor in the project's interpreter; the compiler's error becomes a problem.
 * The inputs are asked for unless they are given as an argument.
 */
export const checkWithCompiler: Command = {
  id: "mindspore.checkWithCompiler",
  run: async (services, given) => {
    const editor = vscode.window.activeTextEditor;
    const { project } = await services.interpreters.selection();
    if (!vscode.workspace.isTrusted) {
      throw new Error(
        vscode.l10n.t("This runs code of the workspace, so the workspace has to be trusted first."),
      );
    }
    if (editor?.document.languageId !== "python" || !project?.mindspore) {
      throw new Error(
        vscode.l10n.t("Open a Python file, and select an interpreter that has MindSpore to compile with."),
      );
    }
    const name = await nameAt(editor.document, editor.selection.active);
    if (!name) {
      throw new Error(vscode.l10n.t("Put the cursor into the function or Cell that is to be compiled."));
    }
    const key = `${editor.document.uri.toString()}#${name}`;
    const inputs = typeof given === "string" ? given : await askForInputs(name, lastInputs.get(key));
    if (inputs === undefined || !(await editor.document.save())) {
      return;
    }
    lastInputs.set(key, inputs);
    const result = await commandLine(services, vscode.l10n.t("Compile {0}", name), [
      ...["ir", "compile", "--json", "--interpreter", project.path],
      ...["--inputs", inputs, editor.document.fileName, name],
    ]);
    if (result) {
      show(JSON.parse(result.output) as Answer, name);
    }
  },
};

function askForInputs(name: string, before: string | undefined): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t("Compile {0}", name),
    prompt: vscode.l10n.t("Inputs, such as float32[2, 3], 0.5"),
    value: before ?? "",
  });
}

/** The outermost function or class at a position. */
async function nameAt(document: vscode.TextDocument, position: vscode.Position): Promise<string | undefined> {
  const symbols = await vscode.commands.executeCommand<(vscode.DocumentSymbol | vscode.SymbolInformation)[]>(
    "vscode.executeDocumentSymbolProvider",
    document.uri,
  );
  const kinds = [vscode.SymbolKind.Class, vscode.SymbolKind.Function];
  const found = symbols.find(
    (symbol) => "range" in symbol && kinds.includes(symbol.kind) && symbol.range.contains(position),
  );
  return found?.name;
}

function show({ compiled, problem, location }: Answer, name: string): void {
  collection.clear();
  if (compiled) {
    void vscode.window.showInformationMessage(vscode.l10n.t("The graph compiler accepts {0}.", name));
    return;
  }
  if (location) {
    const { line, column, endLine, endColumn } = location;
    const range = new vscode.Range(line - 1, column, endLine - 1, endColumn);
    const diagnostic = new vscode.Diagnostic(range, problem ?? "", vscode.DiagnosticSeverity.Error);
    diagnostic.source = "MindSpore";
    collection.set(vscode.Uri.file(location.path), [diagnostic]);
  }
  void vscode.window.showWarningMessage(problem ?? name);
}
