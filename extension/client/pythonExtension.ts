import * as vscode from "vscode";

/** The part that we use of the API of the Python extension (ms-python.python). */
interface PythonApi {
  readonly environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
    resolveEnvironment(environment: {
      readonly path: string;
    }): Promise<{ readonly executable: { readonly uri: vscode.Uri | undefined } } | undefined>;
  };
}

/** The interpreter that the user selected in the Python extension, where that is installed. */
export class PythonExtension {
  private constructor(private readonly api: PythonApi) {}

  static async find(): Promise<PythonExtension | undefined> {
    const extension = vscode.extensions.getExtension<PythonApi | undefined>("ms-python.python");
    if (!extension) {
      return undefined;
    }
    try {
      const api = await extension.activate();
      return api ? new PythonExtension(api) : undefined;
    } catch {
      return undefined;
    }
  }

  get onDidChange(): vscode.Event<unknown> {
    return this.api.environments.onDidChangeActiveEnvironmentPath;
  }

  async interpreter(resource: vscode.Uri | undefined): Promise<string | undefined> {
    const active = this.api.environments.getActiveEnvironmentPath(resource);
    const resolved = await this.api.environments.resolveEnvironment(active);
    return resolved?.executable.uri?.fsPath;
  }
}
