import { writeFile } from 'node:fs/promises'
import type { z } from 'zod'
import {
  roomAuditExport,
  roomOutputShow,
  roomReceiptShow,
  roomReceipts,
  roomSessionLog,
  roomVerify,
} from '../../../room/audit/operations.ts'
import { usageFault } from '../failure.ts'
import { when } from '../records/words.ts'
import { rows } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import { visible, visibleLines } from '../visible.ts'
import type { RoomCli, RoomVerb } from './verb.ts'
import { painted } from './words.ts'

interface Options {
  show?: string
  output?: string
  export?: string
}

/** An answer with the way it is shown. */
interface Shown {
  answer: object
  show(page: Terminal): void
}

export const receipts: RoomVerb<[session: string | undefined], Options, Shown> = {
  usage: 'receipts [session]',
  summary: 'the sessions with their receipts, the receipts of one, or a single one; export for somebody else to check',
  options: [
    ['--show <id>', 'one receipt as it was signed'],
    ['--output <id>', 'the whole output behind a receipt'],
    ['--export <file>', 'write receipts, outputs and a report of the session to a new zip file; never a key'],
  ],
  examples: ['receipts', 'receipts conf_…', 'receipts --show rcpt_…', 'receipts conf_… --export conference.zip'],
  async ask(cli, { show, output, export: file }, session) {
    if ([show, output, file].filter(given => given !== undefined).length > 1) {
      throw usageFault('--show, --output and --export do not go together.', 'Give one of them.')
    }
    if (show !== undefined) return oneReceipt(cli, show)
    if (output !== undefined) return itsOutput(cli, output)
    if (file !== undefined) return exported(cli, session, file)
    return session === undefined ? allSessions(cli) : ofSession(cli, session)
  },
  show: ({ show }, page) => show(page),
  json: ({ answer }) => answer,
}

async function allSessions({ call }: RoomCli): Promise<Shown> {
  const answer = await call(roomVerify, {})
  return {
    answer: { sessions: answer.sessions },
    show(page) {
      const table = answer.sessions.map(({ sessionId, count, status }) => [
        { text: sessionId, paint: page.colors.bold },
        String(count),
        painted(status, page.colors),
      ])
      page.data(rows(table, page))
      if (table.length === 0) page.note('No tool has run yet: daybook room ask chief "…"')
    },
  }
}

async function ofSession({ call }: RoomCli, sessionId: string): Promise<Shown> {
  const answer = await call(roomReceipts, { sessionId })
  const log = answer.count > 0 ? await call(roomSessionLog, { sessionId }) : undefined
  return {
    answer,
    show(page) {
      page.data(rows(log ? linesOf(log, page) : [], page))
      const { status, problems } = answer.verification
      page.note(`${answer.count === 1 ? '1 receipt' : `${answer.count} receipts`}, ${status}`)
      for (const { code, file = '' } of problems) page.note(visible(`${code} ${file}`))
    },
  }
}

function linesOf({ base64 }: z.output<typeof roomSessionLog.output>, { colors }: Terminal) {
  const lines = Buffer.from(base64, 'base64').toString('utf8').split('\n').filter(Boolean)
  return lines.map(line => {
    const { seq, receipt_id, tool_id, ok, ts } = receiptIn(line)
    const state = ok === false ? { text: 'failed', paint: colors.yellow } : ''
    return [seq, { text: receipt_id, paint: colors.bold }, tool_id, ts && when(ts), state]
  })
}

/** A log that does not verify may hold anything; what cannot be read is shown as such. */
function receiptIn(line: string) {
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
  try {
    const found = Object(JSON.parse(line))
    const ended = text(found.finished_at ?? found.created_at ?? found.timestamp ?? found.ts)
    const ts = Number.isNaN(Date.parse(ended)) ? '' : ended
    return { seq: text(found.seq), receipt_id: text(found.receipt_id), tool_id: text(found.tool_id), ok: found.ok, ts }
  } catch {
    return { seq: '', receipt_id: '(cannot be read)', tool_id: '', ok: undefined, ts: '' }
  }
}

async function oneReceipt({ call }: RoomCli, receiptId: string): Promise<Shown> {
  const answer = await call(roomReceiptShow, { receiptId })
  return {
    answer,
    show(page) {
      page.line(visibleLines(JSON.stringify(answer.receipt, null, 2)))
      page.note(`Its session: ${answer.verification.status}`)
    },
  }
}

async function itsOutput({ call }: RoomCli, receiptId: string): Promise<Shown> {
  const answer = await call(roomOutputShow, { receiptId })
  // Into a file or pipe the output goes byte for byte, so that its hash can be made again.
  return { answer, show: page => page.data(page.columns === undefined ? answer.text : visibleLines(answer.text)) }
}

async function exported({ call }: RoomCli, sessionId: string | undefined, file: string): Promise<Shown> {
  if (sessionId === undefined) {
    throw usageFault('Say which session to export.', 'For example: daybook room receipts conf_… --export audit.zip')
  }
  const { base64, bytes, sha256 } = await call(roomAuditExport, { sessionId })
  try {
    await writeFile(file, Buffer.from(base64, 'base64'), { flag: 'wx', mode: 0o600 })
  } catch {
    throw usageFault('The file could not be made.', 'Name a file that does not exist yet, in a folder you may write.', {
      file,
    })
  }
  const answer = { sessionId, file, bytes, sha256 }
  return { answer, show: page => page.line(visible(`${file}  ${bytes} bytes  sha256 ${sha256}`)) }
}
