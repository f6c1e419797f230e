import * as fs from "node:fs/promises";
import * as vscode from "vscode";

/** A finding as `mindspore-tools` writes it in JSON: lines and columns count from 1, columns in code points. */
export interface Finding {
  readonly path: string;
  readonly code: string;
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly message: string;
  readonly start: Place;
  readonly end: Place;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

const SEVERITIES = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};

/** Shows findings of the command line in the Problems view, in place of those shown before. */
export async function showFindings(
  collection: vscode.DiagnosticCollection,
  findings: readonly Finding[],
  source: string,
): Promise<void> {
  collection.clear();
  const byFile = new Map<string, Finding[]>();
  for (const finding of findings) {
    byFile.set(finding.path, [...(byFile.get(finding.path) ?? []), finding]);
  }
  for (const [file, own] of byFile) {
    const lines = (await fs.readFile(file, "utf8")).split(/\r?\n/);
    const diagnostics = own.map((finding) => {
      const range = new vscode.Range(position(finding.start, lines), position(finding.end, lines));
      const diagnostic = new vscode.Diagnostic(range, finding.message, SEVERITIES[finding.severity]);
      diagnostic.source = source;
      diagnostic.code = finding.code;
      return diagnostic;
    });
    collection.set(vscode.Uri.file(file), diagnostics);
  }
  if (findings.length > 0) {
    await vscode.commands.executeCommand("workbench.actions.view.problems");
  }
}

function position({ line, column }: Place, lines: readonly string[]): vscode.Position {
  const before = Array.from(lines[line - 1] ?? "")
    .slice(0, column - 1)
    .join("");
  return new vscode.Position(line - 1, before.length);
}
