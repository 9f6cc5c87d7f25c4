import type { Examination } from './examine.ts'
import { type Finding, ok, warn } from './finding.ts'

export function checkWebClient({ webRoot }: Examination): Finding[] {
  if (webRoot !== undefined) return [ok('web client', 'built')]
  const todo = 'Build it with npm run build, or install the package again. MCP, REST and the command line work without.'
  return [warn('web client', 'not built: `daybook serve` has no page to show', todo)]
}
