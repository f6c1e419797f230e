import * as vscode from "vscode";

/** The configurations that are offered where there is no launch.json. */
export function templates(): vscode.DebugConfiguration[] {
  const launch = { type: "mindspore", request: "launch", console: "integratedTerminal" };
  return [
    { name: vscode.l10n.t("MindSpore: Graph"), ...launch, program: "${file}" },
    {
      name: vscode.l10n.t("MindSpore: Eager"),
      ...launch,
      program: "${file}",
      graphMode: "off",
      env: { MS_JIT: "0" },
    },
    {
      name: vscode.l10n.t("MindSpore: Attach"),
      type: "mindspore",
      request: "attach",
      connect: { host: "localhost", port: 5678 },
    },
    {
      name: vscode.l10n.t("MindSpore: Distributed"),
      ...launch,
      module: "mindspore.parallel.cluster.run",
      args: ["--worker_num=2", "--local_worker_num=2", "--join=True", "--log_dir=msrun_log", "${file}"],
      subProcess: true,
    },
  ];
}
