/** What the programs of the sample print. */

export function vitest(passed: number, failed = 0, complaint = ''): string {
  const files = failed > 0 ? ' Test Files  1 failed | 5 passed (6)' : ' Test Files  6 passed (6)'
  const tests = failed > 0 ? `${failed} failed | ${passed} passed (${passed + failed})` : `${passed} passed (${passed})`
  const what = complaint === '' ? [] : [complaint, '']
  return [' RUN  v3.0.5', '', ...what, files, `      Tests  ${tests}`, '   Duration  1.31s'].join('\n')
}

export function eslint(errors: number, ...complaints: string[]): string {
  if (errors === 0) return ''
  return [...complaints, '', `✖ ${errors} problems (${errors} errors, 0 warnings)`].join('\n')
}

export function committed(branch: string, hash: string, subject: string, files: number): string {
  return `[${branch} ${hash}] ${subject}\n ${files} files changed`
}
