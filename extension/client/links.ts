import * as vscode from "vscode";
import type { Middleware } from "vscode-languageclient/node";

/** Lets the code of a diagnostic open the page of its rule here, without network. */
export const linksToRulePages: Pick<Middleware, "handleDiagnostics" | "provideDiagnostics"> = {
  handleDiagnostics: (uri, diagnostics, next) => {
    next(uri, diagnostics.map(linked));
  },
  provideDiagnostics: async (document, previousResultId, token, next) => {
    const report = await next(document, previousResultId, token);
    if (report && "items" in report) {
      report.items = report.items.map(linked);
    }
    return report;
  },
};

function linked(diagnostic: vscode.Diagnostic): vscode.Diagnostic {
  const { code } = diagnostic;
  if (typeof code === "object") {
    const argument = encodeURIComponent(JSON.stringify([code.value]));
    diagnostic.code = { ...code, target: vscode.Uri.parse(`command:mindspore.explainRule?${argument}`) };
  }
  return diagnostic;
}
