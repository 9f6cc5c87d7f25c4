import { expect, it } from 'vitest'
import { readCall, readDecision } from '../../src/room/protocol/read-reply.ts'
import type { ResponderContext, ResponderResult } from '../../src/room/responder/answer.ts'
import { intentOf, issueStatus, proseFocus } from '../../src/room/responder/intents.ts'
import { respond } from '../../src/room/responder/respond.ts'
import { executeTool, tools } from '../../src/room/tools/registry.ts'
import { type ToolId, toolIds } from '../../src/room/tools/tool.ts'
import type { Template } from '../../src/room/workspace/template.ts'
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
    contents = sampleContents(),
    template = undefined as Template | undefined,
  } = {},
) {
  const room = openRoom(contents)
  const snapshot = memorySnapshot(contents, template)
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

const repository = {
  'README.md': '# Notes\n\nA small editor for notes.\n\n- Texts are kept on the machine.\n',
  'docs/saving.md': '# Saving\n\nA draft is kept in the browser until it was saved.\n',
  'src/read.ts': "import { open } from 'node:fs'\n\nexport function read(path: string) {\n  return open(path)\n}\n",
  'src/draft.ts':
    "import { storage } from './storage.ts'\nimport type { Note } from './note.ts'\n\n/** Keeps a draft in the browser's storage. */\nexport function keepDraft(note: Note) {\n  storage.set(note.id, note)\n}\n",
  'src/settings.ts':
    "import { env } from 'node:process'\n\n/** Environment variables: NOTES_HOME names the folder. */\nexport const home = env.NOTES_HOME\n",
  'test/draft.test.ts': "test('a draft is kept in the browser', () => {\n  keepDraft(note)\n})\n",
}

it.each([
  ['Where are drafts kept in the browser?', ['src/draft.ts', 'docs/saving.md']],
  ['Which environment variables are read?', ['src/settings.ts']],
  ['What does src/draft.ts do?', ['src/draft.ts']],
  ['How are conflicts of a draft resolved, and in which order?', ['src/draft.ts', 'docs/saving.md']],
])('in a repository %j reads what the words of the question are about', async (request, paths) => {
  const { calls, answer } = await play(request, { contents: repository, template: 'code' })
  expect(calls.map(({ tool, args }) => [tool, args])).toEqual(
    calls.map(() => ['file_reader', expect.objectContaining({ file_path: expect.any(String) })]),
  )
  const read = calls.map(({ args }) => ('file_path' in args ? args.file_path : ''))
  expect(read.slice(0, paths.length).sort()).toEqual([...paths].sort())
  const { text, verdict } = await answer()
  expect([text, verdict.status, verdict.unverified]).toEqual([text, 'accepted', undefined])
  expect(text).not.toContain('"import ')
})

it('a question about a name is answered by where it is defined, and one about an amount by the line that has one', async () => {
  const contents = {
    'docs/list.md': '# List\n\nformatCount is used for rows.\n\nformatCount is used for pages.\n',
    'src/list.ts': 'export const rows = formatCount(3)\n',
    'src/numbers.ts':
      'export const pi = 3\n\nexport function formatCount(count: number) {\n  return String(count)\n}\n',
    'docs/exchange.md':
      '# Exchange\n\nInterval: every ten minutes\n\nPhones that meet keep the larger one.\n\nThe phones meet at the stall.\n\nA phone that was away meets the others.\n\nWhen phones meet again, they catch up.\n',
  }
  const firstQuote = async (request: string) =>
    (await (await play(request, { contents, template: 'code' })).answer()).text.split('\n')[1]
  expect(await firstQuote('What does formatCount do?')).toContain('src/numbers.ts:3')
  const { answer } = await play('How often do the phones meet?', { contents, template: 'code' })
  expect((await answer()).text).toContain('docs/exchange.md:3')
})

it('in a repository a word that no file has is said to be nowhere, with the files that were read', async () => {
  const { calls, answer } = await play('Xyzzy qwrtp?', { contents: repository, template: 'code' })
  expect(calls.map(({ tool }) => tool)).toEqual(['file_locator'])
  expect((await answer()).verdict).toMatchObject({ status: 'accepted', kind: 'absence' })
})

it('an answer that cannot show every place says how many it shows', async () => {
  const many = ['one', 'two', 'three', 'four'].map(name => `export const ${name} = '${name}'\n`).join('')
  const { answer } = await play('What does src/many.ts do?', { contents: { 'src/many.ts': many }, template: 'code' })
  const { text, verdict } = await answer()
  expect(verdict.unverified).toBeUndefined()
  expect(text.split('\n')[0]).toBe('4 places to look at; 3 of them:')
})
