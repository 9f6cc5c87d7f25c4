import { faultTable } from '../../src/kernel/fault.ts'
import { code, table } from './markdown.ts'

export function errorsPage(): string {
  const rows = Object.entries(faultTable).map(([name, { http, exit, hint }]) => [
    code(name),
    String(http),
    String(exit),
    hint,
  ])
  return `# Errors

Every failure of every operation carries one of these codes. Over MCP it is a result with \`isError\`, over REST the body
of an answer with the HTTP status, on the command line JSON or text on stderr and the exit code:

\`\`\`json
{ "error": { "code": "RECORD_NOT_FOUND", "message": "…", "details": {}, "recovery_hint": "…" } }
\`\`\`

\`recovery_hint\` says the next step; where a failure knows more than the table, its hint says more. \`details\` holds the
facts, and it is the only place for a caller's own text. A call that failed changed nothing. The room names its
failures in small letters, as its documents do (\`not_found\`, \`no_workspace\`, \`tool_call_invalid_args\`), in the same shape; an
argument that takes one of some words has them in \`details.allowed\` or in the \`rule\` of \`details.fields\`.

${table(['code', 'HTTP', 'exit', 'hint'], rows)}

Exit code 0 is success. Exit code 5 is also used when \`update_record\` answers a conflict (\`applied: false\`): that is an
ordinary result, but nothing was written. Exit code 2 is also used for a command line that was not understood, exit code 7
for a check that found something that does not hold.
`
}
