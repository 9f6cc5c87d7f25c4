/** The lines that may follow the output in a report. */
const lastLines = 8
const exitLine = /^Exit Code: (-?\d{1,9})$/
const endedOtherwise = /^(?:Exit Code|Signal): (?!\(none\)$)/

/**
 * How a command ended, as clients of the Gemini family report it to the model: `Output: …`, then a few lines of which
 * one may be `Exit Code: …`. Newer ones write that line for failures only. Null for any other text.
 */
export function exitInReport(text: string): number | null {
  const report = text.startsWith('<') ? text.slice(text.indexOf('>') + 1).trimStart() : text
  if (!report.startsWith('Output: ') && !report.startsWith('Command: ')) return null
  const lines = report.slice(-2000).trimEnd().split('\n').slice(-lastLines)
  const code = lines.flatMap(line => exitLine.exec(line)?.[1] ?? []).at(-1)
  if (code !== undefined) return Number(code)
  return report.startsWith('Output: ') && !lines.some(line => endedOtherwise.test(line)) ? 0 : null
}
