/** The lines that may follow the output in a report. */
const lastLines = 8
const exitLine = /^Exit Code: (-?\d{1,9})$/
const endedOtherwise = /^(?:Exit Code|Signal): (?!\(none\)$)/

/**
 * How a command ended, as clients of the Gemini family report it to the model: `Output: …`, then a few lines of which
 * one may be `Exit Code: …`. Newer ones write that line for failures only. Null for any other text.
 */
export function exitInReport(text: string): number | null {
  const report = withoutTag(text)
  if (!report.startsWith('Output: ') && !report.startsWith('Command: ')) return null
  const lines = report.slice(-2000).trimEnd().split('\n').slice(-lastLines)
  const code = lines.flatMap(line => exitLine.exec(line)?.[1] ?? []).at(-1)
  if (code !== undefined) return Number(code)
  return report.startsWith('Output: ') && !lines.some(line => endedOtherwise.test(line)) ? 0 : null
}

/** What the command printed, without what the client wrote around it; any other text as it is. */
export function outputInReport(text: string): string {
  const report = withoutTag(text)
  const begun = report.startsWith('Output: ')
    ? 0
    : report.startsWith('Command: ')
      ? report.indexOf('\nOutput: ') + 1
      : -1
  if (begun < 0 || !report.startsWith('Output: ', begun)) return text
  const lines = report
    .slice(begun + 'Output: '.length)
    .trimEnd()
    .split('\n')
  while (lines.length > 1 && frameLine.test(lines.at(-1) ?? '')) lines.pop()
  return lines.join('\n')
}

const frameLine =
  /^(?:<\/\w{1,40}>|(?:Error|Signal|Exit Code|Background PIDs): (?:\(none\)|-?\d[\d, ]{0,80})|Process Group PGID: .{1,20})$/

/** Some clients put a tag around what a program wrote. */
function withoutTag(text: string): string {
  return text.startsWith('<') ? text.slice(text.indexOf('>') + 1).trimStart() : text
}
