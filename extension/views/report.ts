import * as vscode from "vscode";

export const REPORT_SCHEME = "mindspore-report";

/** Markdown documents that exist only while they are looked at: reports of checks, pages of rules. */
export class Reports implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(REPORT_SCHEME, this);

  readonly onDidChange = this.changed.event;

  /** Shows Markdown as a page with this title, in place of an older one with the same title. */
  async show(title: string, markdown: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: REPORT_SCHEME, path: `/${title.replaceAll("/", "-")}.md` });
    this.texts.set(uri.toString(), markdown);
    this.changed.fire(uri);
    await vscode.commands.executeCommand("markdown.showPreview", uri);
    this.last = markdown;
  }

  /** The report that was shown last. */
  last = "";

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }
}
