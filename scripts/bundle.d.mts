export function bundlePrograms(
  input: { [name: string]: string },
  outdir: string,
  names?: { entryFileNames?: string },
): Promise<string[]>
