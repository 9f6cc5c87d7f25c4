import { formatCount } from '../../../kernel/numbers.ts'
import type { Group } from '../command-line.ts'
import { usageFault } from '../failure.ts'
import { readText, writeNew } from '../input.ts'
import { stateCell } from '../rows.ts'
import { type Terminal, when } from '../terminal.ts'
import { type RoomCli, roomVerb } from './part.ts'

export const auditVerbs: Group['commands'] = {
  verify: roomVerb('room_verify', {
    summary: 'check every receipt: exit code 0 ok, 1 tampered, 2 unverifiable or not readable',
    flags: [['session <id>', 'sessionId', 'only this session']],
    own: {
      'accept-rollback': 'take a restored backup that is sound in itself for the truth; the feed says that you did',
    },
    examples: ['verify', 'verify --session conf_… --json', 'verify --accept-rollback'],
    async ask({ call, page }, given, { acceptRollback }) {
      if (acceptRollback) {
        const { sessions, issues, keys } = await call('room_rollback_accept', {})
        const count = sessions.length + issues.length + (keys ? 1 : 0)
        page.note(count > 0 ? `Accepted as it is now: ${formatCount(count, 'log')}.` : 'There was nothing to accept.')
      }
      return call('room_verify', given)
    },
    // What cannot be read is not verified either.
    failureExit: 2,
  }),
  receipts: roomVerb('room_receipts', {
    summary: 'the sessions with their receipts, the receipts of one, or a single one; export them for others to check',
    own: {
      '[session]': 'its receipts; all sessions when left out',
      'show <id>': 'one receipt as it was signed',
      'output <id>': 'the whole output behind a receipt',
      'export <file>': 'write receipts, outputs and a report of the session to a new zip file; never a key',
    },
    examples: ['receipts', 'receipts conf_…', 'receipts --show rcpt_…', 'receipts conf_… --export conference.zip'],
    async ask(cli, _, { session, show, output, export: file }): Promise<Shown> {
      if ([show, output, file].filter(given => given !== undefined).length > 1) {
        throw usageFault('--show, --output and --export do not go together.', 'Give one of them.')
      }
      if (show !== undefined) return oneReceipt(cli, show)
      if (output !== undefined) return outputOf(cli, output)
      if (file !== undefined) return exportSession(cli, session, file)
      return receiptsOf(cli, session)
    },
    show: ({ show }, page) => show(page),
    json: ({ answer }) => answer,
  }),
  check: roomVerb('room_check_reply', {
    summary: 'judge a reply by its evidence, as the room judges its agents; exit code 3 when it is rejected',
    flags: [
      ['role', 'role', 'whose reply it is: assistant, planner, writer, editor, critic, continuity, …'],
      ['session <id>', 'sessionId', 'only receipts of this session count'],
    ],
    own: { '<file>': 'the reply, or - for stdin' },
    examples: ['check reply.txt --role continuity', 'check - --role assistant --session mcp_… < reply.txt'],
    async input(given, { file }) {
      if (given.role === undefined) throw usageFault('Say whose reply it is.', 'For example: --role continuity')
      return { ...given, text: await readText(file) }
    },
    show({ status, reason, detail, spans, receipts: cited }, page) {
      page.table([[stateCell(status, page.colors), [reason, detail].filter(Boolean).join(': ')]])
      for (const { path, start_line, end_line, quote } of spans) {
        page.line(`  ${path}:${start_line === end_line ? start_line : `${start_line}-${end_line}`}  ${quote}`)
      }
      page.lines(cited.map(id => `  receipt ${id}`))
    },
    notes: ({ warnings }) => warnings,
  }),
}

/** An answer with the way it is shown. */
interface Shown {
  answer: object
  show(page: Terminal): void
}

async function receiptsOf({ call }: RoomCli, sessionId: string | undefined): Promise<Shown> {
  if (sessionId === undefined) {
    const { sessions } = await call('room_verify', {})
    const empty = 'No tool has run yet: daybook room ask chief "…"'
    return { answer: { sessions }, show: page => page.list(sessions, ['sessionId', 'count', 'status'], { empty }) }
  }
  const answer = await call('room_receipts', { sessionId })
  const { base64 } = answer.count > 0 ? await call('room_session_log', { sessionId }) : { base64: '' }
  const lines = Buffer.from(base64, 'base64').toString('utf8').split('\n').filter(Boolean)
  return {
    answer,
    show(page) {
      const failed = ({ ok }: { ok: unknown }) => (ok === false ? 'failed' : '')
      page.list(lines.map(receiptIn), ['seq', 'receipt_id', 'tool_id', 'time', failed])
      const { status, problems } = answer.verification
      page.note(`${formatCount(answer.count, 'receipt')}, ${status}`)
      page.note(...problems.map(({ code, file = '' }) => `${code} ${file}`))
    },
  }
}

/** A log that does not verify may hold anything; what cannot be read is shown as such. */
function receiptIn(line: string) {
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
  try {
    const { seq, receipt_id, tool_id, ok, finished_at, created_at, timestamp, ts } = Object(JSON.parse(line))
    const ended = text(finished_at ?? created_at ?? timestamp ?? ts)
    const time = Number.isNaN(Date.parse(ended)) ? '' : when(ended)
    return { seq: text(seq), receipt_id: text(receipt_id), tool_id: text(tool_id), time, ok }
  } catch {
    return { seq: '', receipt_id: '(cannot be read)', tool_id: '', time: '', ok: undefined }
  }
}

async function oneReceipt({ call }: RoomCli, receiptId: string): Promise<Shown> {
  const answer = await call('room_receipt_show', { receiptId })
  return {
    answer,
    show(page) {
      page.block(JSON.stringify(answer.receipt, null, 2))
      page.note(`Its session: ${answer.verification.status}`)
    },
  }
}

async function outputOf({ call }: RoomCli, receiptId: string): Promise<Shown> {
  const answer = await call('room_output_show', { receiptId })
  // Into a file or pipe the output goes byte for byte, so that its hash can be made again.
  return { answer, show: page => page.stored(answer.text) }
}

async function exportSession({ call }: RoomCli, sessionId: string | undefined, file: string): Promise<Shown> {
  if (sessionId === undefined) {
    throw usageFault('Say which session to export.', 'For example: daybook room receipts conf_… --export audit.zip')
  }
  const { base64, bytes, sha256 } = await call('room_audit_export', { sessionId })
  writeNew(file, Buffer.from(base64, 'base64'))
  const answer = { sessionId, file, bytes, sha256 }
  return { answer, show: page => page.line(`${file}  ${bytes} bytes  sha256 ${sha256}`) }
}
