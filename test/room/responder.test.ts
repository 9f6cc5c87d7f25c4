import { expect, it } from 'vitest'
import { readCall, readDecision } from '../../src/room/protocol/read-reply.ts'
import type { ResponderContext, ResponderResult } from '../../src/room/responder/answer.ts'
import { intentOf, issueStatus, proseFocus, respond } from '../../src/room/responder/respond.ts'
import { executeTool, tools } from '../../src/room/tools/registry.ts'
import { type ToolId, toolIds } from '../../src/room/tools/tool.ts'
import { openRoom, session, turn } from './evidence-room.ts'
import { contextOf, memorySnapshot, sampleContents } from './tools-context.ts'

const demo = 'Check scene 4 against canon. Does anything contradict?'

/** A whole turn on the sample, through the same parser, tools and check as any model's. */
async function play(
  request: string,
  {
    role = 'assistant',
    kind = 'tools' as ResponderContext['kind'],
    allowed = toolIds as readonly ToolId[],
    requireTool = false,
  } = {},
) {
  const room = openRoom(sampleContents())
  const snapshot = memorySnapshot(sampleContents())
  const results: ResponderResult[] = []
  const calls: { tool: string; args: object }[] = []
  const context = (step: ResponderContext['step'], more: Partial<ResponderContext> = {}): ResponderContext => ({
    step,
    kind,
    role,
    request,
    nonce: step === 'final' ? null : 'n',
    allowedTools: allowed,
    requireTool,
    stepsLeft: 6 - results.length,
    results,
    snapshot,
    signal: new AbortController().signal,
    ...more,
  })
  const nonce = () => undefined
  for (let step: 'call' | 'decision' = 'call'; ; step = 'decision') {
    const reply = await respond(context(step), tools)
    const read =
      step === 'call'
        ? readCall(reply, { tools, allowed, nonce, required: requireTool })
        : readDecision(reply, { tools, allowed, nonce })
    if (!('call' in read)) {
      expect(read).not.toHaveProperty('rejection')
      break
    }
    const { tool, args } = read.call
    calls.push({ tool, args })
    const run = await executeTool(tool, args, contextOf(snapshot))
    const receipt = room.receipt({ tool_id: tool, file_refs: run.fileRefs, issue_refs: run.issueRefs, ok: run.ok })
    results.push({
      receiptId: receipt.receipt_id,
      toolId: tool,
      ok: run.ok,
      args,
      text: run.text,
      spans: run.spans,
      wholeFiles: run.fileRefs.filter(ref => ref.start_line === undefined).map(({ path }) => path),
    })
  }
  const answer = async (who = role, as = kind, retryReason?: string) => {
    const more = { role: who, kind: as, ...(retryReason !== undefined && { retryReason }) }
    const text = await respond(context('final', more), tools)
    const check = {
      role: who,
      kind: as === 'phase2' ? ('phase2' as const) : ('tools' as const),
      session,
      turn,
      receipts: room.receipts,
    }
    return { text, verdict: await room.check(text, check) }
  }
  return { calls, results, answer }
}

it.each([
  [demo, 'canon'],
  ['Is the outline in order? Check the beats.', 'outline'],
  ['Validate the draft of scene 2.', 'draft'],
  ['How is the pacing of scene 1?', 'prose'],
  ['Which issues are open?', 'issues'],
  ['Who should take this?', 'route'],
  ['Where does Ines live?', 'read'],
  ['Reorder the startling words.', 'read'],
])('what a request is about: %j is %s', (request, intent) => {
  expect(intentOf(request)).toBe(intent)
})

it('what a request is about is one aspect of prose only when one is named, and all issues only when that is said', () => {
  expect([proseFocus('the pacing'), proseFocus('pacing and voice'), proseFocus('style')]).toEqual([
    'pacing',
    'all',
    'all',
  ])
  expect([issueStatus('open issues'), issueStatus('closed issues'), issueStatus('all issues')]).toEqual([
    'open',
    'closed',
    'all',
  ])
})

it('the built-in responder on the sample checks a scene against the cards it speaks of, in one call, and answers with both quotes', async () => {
  const { calls, answer } = await play(demo, { kind: 'phase1' })
  expect(calls).toEqual([
    {
      tool: 'canon_checker',
      args: {
        scene_path: 'Story/Scenes/SCN-04-the-causeway.md',
        canon_paths: expect.arrayContaining(['Compendium/Characters/CHAR-ines-varga.md']),
      },
    },
  ])
  for (const role of ['assistant', 'continuity']) {
    const { text, verdict } = await answer(role, 'phase2')
    expect(verdict).toMatchObject({ status: 'accepted', kind: 'content' })
    expect(text).toContain('green eyes')
    expect(text).toContain('Eyes: gray')
  }
  for (const role of ['planner', 'writer', 'editor', 'critic']) {
    expect((await answer(role, 'phase2')).verdict.status).toBe('abstained')
  }
})

it.each([
  ['Is the outline in order?', 'assistant'],
  ['Is the outline in order?', 'planner'],
  ['How is the pacing of scene 1?', 'editor'],
  ['Validate the draft of scene 3.', 'critic'],
  ['Which issues are open?', 'assistant'],
  ['What does CHAR-tobin-ash say?', 'continuity'],
  ['Where is the causeway mentioned?', 'librarian'],
  ['Who should take this?', 'assistant'],
  ['Are there contradictions anywhere?', 'continuity'],
  ['Xyzzy qwrtp?', 'assistant'],
])('the built-in responder on the sample answers %j as %s with evidence that holds', async (request, role) => {
  const { answer } = await play(request, { role })
  const { text, verdict } = await answer()
  expect([text, verdict.status, verdict.reason]).toEqual([text, 'accepted', undefined])
})

it('the built-in responder on the sample calls only what it may, and something when it must', async () => {
  const outline = await play(demo, { allowed: ['outline_analyzer'] })
  expect(outline.calls).toEqual([])
  const forced = await play(demo, { allowed: ['file_reader'], requireTool: true })
  expect(forced.calls.map(({ tool }) => tool)).toEqual(['file_reader'])
})

it('the built-in responder on the sample tries the next place when the first was not accepted, and asks for access when nothing is left', async () => {
  const { answer } = await play(demo)
  const first = await answer()
  const second = await answer('assistant', 'tools', 'quote-not-found')
  expect(second.text).not.toBe(first.text)
  expect(second.verdict.status).toBe('accepted')
  expect((await answer('assistant', 'tools', 'format')).text).toContain('ACCESS_REQUEST')
  expect((await answer('assistant', 'phase2', 'format')).text).toBe('ABSTAIN')
})

it('the built-in responder on the sample says the same whenever it is asked the same', async () => {
  const [one, other] = [await play(demo), await play(demo)]
  expect(one.calls).toEqual(other.calls)
  // Receipt ids are drawn anew for every run.
  const plain = (text: string) => text.replace(/rcpt_\w+/g, 'rcpt')
  expect(plain((await one.answer()).text)).toBe(plain((await other.answer()).text))
})
