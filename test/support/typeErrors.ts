import ts from 'typescript';

/** The compiler's messages for one file, with the project's own settings. */
export const errorsIn = (file: string): string[] => {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, process.cwd());
  const program = ts.createProgram([file], { ...options, noEmit: true, incremental: false });
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
};
