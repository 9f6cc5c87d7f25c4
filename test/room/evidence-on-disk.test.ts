import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { validateReply } from '../../src/room/evidence/validate-reply.ts'
import type { ReplyCheck } from '../../src/room/evidence/verdict.ts'
import { executeTool } from '../../src/room/tools/registry.ts'
import { Settings } from '../../src/room/workspace/settings.ts'
import { chat, factsOf, filesIn, openTestAudit } from './support/open-audit.ts'
import { makeWorkspace } from './workspace-folder.ts'

const sample = fileURLToPath(new URL('../../assets/room-sample', import.meta.url))
const calls: [tool: string, args: { [name: string]: unknown }][] = [
  ['canon_checker', { scene_path: 'Story/Scenes/SCN-04-the-causeway.md' }],
  ['prose_analyzer', { scene_path: 'Story/Scenes/SCN-03-the-council-room.md' }],
  ['outline_analyzer', {}],
  ['scene_draft_validator', { scene_path: 'Story/Scenes/SCN-05-the-crack.md' }],
  ['file_reader', { file_path: 'Story/Scenes/SCN-01-the-keeper.md' }],
]

it('Whatever a tool points at can be cited with its receipt, until a byte of the audit changes', async () => {
  const { snapshot } = await makeWorkspace(Object.fromEntries(filesIn(sample)))
  const opened = await openTestAudit()
  onTestFinished(() => opened.close())
  const { audit } = opened
  const tree = await snapshot()
  const cite = async (body: string, about: Partial<ReplyCheck> = {}) => {
    const { status, reason, detail } = await validateReply({
      text: `It is so.\n\nEvidence: ${body}`,
      kind: 'tools',
      role: 'librarian',
      session: chat,
      turn: factsOf(chat).turn_id,
      receipts: await audit.receiptsOf(chat),
      snapshot: tree,
      audit,
      settings: Settings.parse({}).evidence,
      ...about,
    })
    return reason ? `${reason} (${detail})` : status
  }

  const cited: string[] = []
  for (const [tool, args] of calls) {
    const context = { snapshot: tree, issues: { list: async () => [] }, agentId: null, conferenceId: null }
    const run = await executeTool(tool, args, { ...context, signal: AbortSignal.timeout(60_000) })
    expect([tool, run.error]).toEqual([tool, undefined])
    const facts = { ...factsOf(chat), tool_id: tool, inputs: args, file_refs: run.fileRefs }
    const { receipt_id } = await audit.mint(facts, run.text)
    for (const { path, start_line, end_line, quote } of run.spans) {
      const [open, close] = quote.includes('"') ? ['«', '»'] : ['"', '"']
      cited.push(`${path} lines ${start_line}–${end_line}: ${open}${quote}${close} receipt_id: ${receipt_id}`)
    }
  }
  expect(cited.length).toBeGreaterThan(10)
  for (const body of cited) expect([body, await cite(body)]).toEqual([body, 'accepted'])

  const [first = ''] = cited
  expect(await cite(first, { session: null })).toBe('accepted')
  const log = opened.path(`sessions/${chat}/tool_receipts.jsonl`)
  writeFileSync(log, readFileSync(log, 'utf8').replace('canon_checker', 'canon_checked'))
  opened.time.now += 6000
  expect(await cite(first)).toMatch(/^receipt-invalid \(rcpt_/)
})
