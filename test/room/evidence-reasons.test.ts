import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RejectionReason, type ReplyCheck, rejectionReasons } from '../../src/room/evidence/verdict.ts'
import { rejectionCodes } from '../../src/room/protocol/rejection.ts'
import { bucketOf } from '../../src/room/telemetry/observe.ts'
import { Settings } from '../../src/room/workspace/settings.ts'
import { propertyRuns } from '../support/property-runs.ts'
import { linesRef, openRoom, type Room } from './evidence-room.ts'

const scene = 'Story/Scenes/SCN-01-the-keeper.md'
const other = 'Story/Scenes/SCN-02-the-ferry.md'
const outline = 'Story/SCN-outline.md'
const card = 'Compendium/Characters/CHAR-ines.md'
const files = {
  [outline]: '# The Low Bell\n\n## Scene 1: The Keeper\n\nInes counts the stairs.\n\n## Scene 2: The Ferry\n',
  [scene]: '---\nscene: 1\n---\n# The Keeper\n\nInes counted the stairs.\n\nThe sea knocked under every one.\n',
  [other]: '# The Ferry\n\nTobin held the Merrin off the bar.\n',
  [card]: '# Ines Varga\n\nEyes: gray\n',
  'Canon.md': '# Canon Index\n\nInes Varga keeps the bell.\n',
}
const quote = `${scene} line 6: "Ines counted the stairs"`

type Case = [reply: string | ((room: Room) => string), about?: Partial<ReplyCheck>]

const refused: { [reason in RejectionReason]: Case } = {
  empty: ['<think>only this</think>  \n'],
  'tool-syntax': ['{"tool": "file_reader", "args": {}, "nonce": "x"}'],
  'cot-leak': [`> **Let’s see.**\nEvidence: ${quote}`],
  missing: ['A fine scene.'],
  multiple: [`Evidence: ${quote}\n> * evidence: the same`],
  format: ['Evidence:'],
  'missing-receipt': [`Evidence: ${quote} receipt: none`],
  'receipt-invalid': [room => `Evidence: ${quote} ${tampered(room)}`],
  'issue-only': [room => `Evidence: #3 ${room.receipt({ issue_refs: [3] }).receipt_id}`],
  'wrong-source': [`Evidence: ${card} line 3: "Eyes: gray"`],
  'missing-quote': [`Evidence: [content] ${scene} line 6`],
  'missing-file': ['Evidence: [content] the scene says "Ines counted the stairs"'],
  'file-read-failed': ['Evidence: Notes/latin.md: "caf\u00e9 by the sea"', { role: 'librarian' }],
  'quote-not-found': [`Evidence: ${scene}: "Ines counted the stars"`],
  'missing-location': [`Evidence: [structural] ${scene}`],
  'location-out-of-range': [`Evidence: ${scene} line 5`],
  'missing-scope': ['Evidence: I checked scenes 1–4 and found no "dragon"'],
  'absence-contradicted': ['Evidence: I checked scenes 1 and 2 and found no sign of "Merrin"'],
  'receipt-mismatch': [room => `Evidence: ${quote} ${room.receipt({ touched: [other] }).receipt_id}`],
  'scope-not-covered': [
    room => `Evidence: I checked all scenes, found no "dragon" ${room.receipt({ touched: [scene] }).receipt_id}`,
  ],
}

it.each(rejectionReasons)('Every reason: %s is given', async reason => {
  const room = open()
  const [reply, about] = refused[reason]
  const verdict = await room.check(typeof reply === 'string' ? reply : reply(room), about)
  expect(verdict).toMatchObject({ status: 'rejected', reason, spans: [], warnings: [] })
})

it('Every reason is filed under one counter, and so is every code of a refused call', () => {
  expect([...rejectionReasons, ...rejectionCodes].map(code => [code, bucketOf(code)])).toEqual([
    ...rejectionReasons.map(reason => [reason, ownBuckets[reason] ?? 'evidence_invalid']),
    ['tool_call_invalid_format', 'tool_syntax'],
    ['tool_call_multiple', 'format_error'],
    ['tool_call_unknown_tool', 'tool_syntax'],
    ['tool_call_nonce_invalid', 'format_error'],
    ['tool_call_invalid_args', 'tool_syntax'],
    ['tool_call_output_limit', 'format_error'],
  ])
})

it('Every reason is reported without a word of the reply', async () => {
  const parts = fc.array(fc.constantFrom(...fragments), { maxLength: 14 }).map(list => list.join(' '))
  await fc.assert(
    fc.asyncProperty(parts, async body => {
      const { detail = '' } = await open().check(`Evidence: canary ${body} canary`, { role: 'assistant' })
      expect(detail).not.toContain('canary')
      expect(detail).toMatch(/^[\p{L}\d_:#. /-]*$/u)
    }),
    { numRuns: propertyRuns(300) },
  )
})

describe('A check', () => {
  it('a check comes to a verdict whatever it is given', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.array(fc.constantFrom(...fragments), { maxLength: 30 }).map(list => list.join(' ')),
      fc.array(fc.constantFrom(...fragments), { maxLength: 30 }).map(list => `Evidence: ${list.join('')}`),
      fc.string({ unit: fc.constantFrom(...'"“”„«»‘’\'`*_ .:#[]()-–1a') }).map(marks => `Evidence: ${marks}`),
    )
    const room = open()
    room.receipt({ touched: [scene] })
    const kinds = fc.constantFrom<ReplyCheck['kind']>('tools', 'phase2', 'step', 'json')
    const roles = fc.constantFrom('critic', 'Chief of Staff', 'planner', 'anyone', '')
    await fc.assert(
      fc.asyncProperty(text, kinds, roles, async (reply, kind, role) => {
        const verdict = await room.check(reply, { kind, role })
        expect(['accepted', 'rejected', 'abstained', 'stopped']).toContain(verdict.status)
        expect(await room.check(reply, { kind, role })).toEqual(verdict)
      }),
      { numRuns: propertyRuns(300) },
    )
  })

  it('a check takes no longer than its text for marks without end', async () => {
    const room = openRoom({ [scene]: 'a'.repeat(200_000), [other]: '1'.repeat(200_000) })
    const long = 16_000
    const bodies = [
      ' '.repeat(long),
      '“'.repeat(long),
      '‘'.repeat(long),
      "'a".repeat(long),
      '"a '.repeat(long),
      'x.md '.repeat(long / 4),
      'scene 1, '.repeat(long / 8),
      'receipt '.repeat(long / 8),
      `${scene} "${'a'.repeat(1000)}b${'a'.repeat(1000)}"`,
      `${other}: "${'1'.repeat(20)}"`,
    ]
    for (const body of bodies) {
      const { status } = await room.check(`${' '.repeat(long)}evidence${' '.repeat(long)}: ${body}`)
      expect(status).toBe('rejected')
    }
  })

  it('a check reads the files it cites once each and no other, however many there are', async () => {
    const small = await readsAmong(50)
    expect(small).toEqual([scene])
    expect(await readsAmong(5000)).toEqual(small)
  })

  it('a check ends at a stop hook of the model, which is not an answer', async () => {
    const verdict = await open().check('STOP_HOOK: uncertainty\nWhich scene?')
    expect(verdict).toEqual({ status: 'stopped', detail: 'uncertainty', spans: [], receipts: [], warnings: [] })
    expect(await open().check('STOP_HOOK: grounding_required')).toMatchObject({ reason: 'missing' })
  })

  it('a check reports what it read of the line', async () => {
    const room = open()
    const { receipt_id } = room.receipt({ touched: [scene] })
    const { evidence, receipts } = await room.check(`Evidence: [content] ${quote} receipt_id: ${receipt_id}`)
    expect(receipts).toEqual([receipt_id])
    expect(evidence).toEqual({
      raw: `[content] ${quote} receipt_id: ${receipt_id}`,
      tag: 'content',
      kind: 'content',
      receipts: [receipt_id],
      sources: [{ raw: scene, path: scene, class: 'scene', via: 'path' }],
      locations: [{ type: 'line', start: 6, end: 6, source: 0 }],
      quotes: [{ text: 'Ines counted the stairs' }],
      terms: ['Ines counted the stairs'],
      issues: [],
      scope: null,
      access: false,
    })
  })

  it('a check looks up every quotation of the text, also short ones', async () => {
    const verdict = (text: string) => open().check(`${text}\nEvidence: ${quote}`)
    expect(await verdict('He writes "The sea knocked under every one." well.')).toMatchObject({ status: 'accepted' })
    const invented = { status: 'rejected', reason: 'quote-not-found', detail: 'body' }
    expect(await verdict('He writes "The sea sang under every one." well.')).toMatchObject(invented)
    expect(await verdict('He writes "The sea sang." well.')).toMatchObject(invented)
    expect(await verdict('He writes "hello" well.')).toMatchObject(invented)
    expect(await verdict('Change it to "The sea sang."')).toMatchObject({ status: 'accepted', warnings: [] })
    expect(await verdict('A touch of "hygge" here.')).toMatchObject({
      status: 'accepted',
      warnings: ['unverified-body-quote'],
      unverified: expect.arrayContaining(['body-quote-not-found']),
    })
  })

  it('a check warns of an absence that names nothing', async () => {
    const verdict = await open().check('Evidence: I checked all scenes and found nothing')
    expect(verdict).toMatchObject({ status: 'accepted', kind: 'absence', warnings: ['absence-without-term'] })
  })
})

async function readsAmong(count: number): Promise<string[]> {
  const many = Array.from({ length: count }, (_, index) => [
    `Story/Scenes/Part-${index}.md`,
    'Ines counted the stairs.\n',
  ])
  const room = openRoom({ ...Object.fromEntries(many), [scene]: files[scene] ?? '' })
  const verdict = await room.check(`Evidence: ${quote} and ${scene}: "The sea knocked under every one."`)
  expect(verdict.status).toBe('accepted')
  return room.reads
}

const ownBuckets: { [reason: string]: string } = {
  'quote-not-found': 'quote_not_found',
  'tool-syntax': 'tool_syntax',
  'cot-leak': 'cot_leak',
  multiple: 'format_error',
  format: 'format_error',
}

const fragments = [
  'Evidence:',
  '\n',
  scene,
  'SCN-02-the-ferry.md',
  'SCN-zz.md',
  '../x.md',
  'Story/Scenes/',
  'the outline',
  'canon',
  'scene 1',
  'scenes 1–9',
  'all scenes',
  'entry 2',
  'line 6',
  'lines 3 to 900000000',
  ':12',
  'paragraph 1',
  'section "The Keeper"',
  '"Ines counted the stairs"',
  '“Eyes: gray”',
  '"dragon"',
  "'tis",
  '[absence]',
  '[content]',
  'I checked',
  'and found no mention of',
  'ACCESS_REQUEST',
  '#4',
  'receipt_id: rcpt_000000000000',
  'receipt:',
  'ABSTAIN',
  '```',
  '{',
  'prose_analyzer',
]

function open(): Room {
  return openRoom({ ...files, 'Notes/latin.md': Buffer.from('caf\u00e9 by the sea\n', 'latin1') })
}

function tampered(room: Room): string {
  const receipt = room.receipt({ touched: [scene] })
  room.tamper(receipt)
  return receipt.receipt_id
}

describe('Receipts', () => {
  const withReceipt = (id: string) => `Evidence: ${quote} receipt_id: ${id}`

  it('Receipts are asked for when the turn itself ran a tool, and must be of that turn', async () => {
    const room = open()
    const before = room.receipt({ turn_id: 'turn_0000000000000001', touched: [scene] })
    expect(await room.check(`Evidence: ${quote}`)).toMatchObject({ status: 'accepted' })
    const own = room.receipt({ touched: [scene] })
    expect(await room.check(`Evidence: ${quote}`)).toMatchObject({ reason: 'missing-receipt', detail: 'turn' })
    expect(await room.check(withReceipt(before.receipt_id))).toMatchObject({ reason: 'missing-receipt' })
    expect(await room.check(withReceipt(own.receipt_id))).toMatchObject({ receipts: [own.receipt_id] })
    expect(await room.check('Evidence: ACCESS_REQUEST: Compendium/')).toMatchObject({ kind: 'access' })
  })

  it('Receipts are not asked for when every tool of the turn failed', async () => {
    const room = open()
    room.receipt({ ok: false })
    expect(await room.check(`Evidence: ${quote}`)).toMatchObject({ status: 'accepted' })
  })

  it('Receipts are asked of a step when its run minted one', async () => {
    const room = open()
    room.receipt({ turn_id: 'step-1', touched: [scene] })
    expect(await room.check(`Evidence: ${quote}`, { kind: 'step' })).toMatchObject({ detail: 'run' })
  })

  it.each(['canon_checker', 'canon-checker', 'The tool result', 'A tool call'])(
    'Receipts are asked for when the reply says %s',
    async words => {
      const verdict = await open().check(`${words} says so.\nEvidence: ${quote}`)
      expect(verdict).toMatchObject({ reason: 'missing-receipt', detail: 'tool-named' })
    },
  )

  it('Receipts of another session are not there', async () => {
    const room = open()
    const foreign = room.receipt({ session_id: 'chat_ffffffffffffffff', touched: [scene] })
    expect(await room.check(withReceipt(foreign.receipt_id))).toMatchObject({ reason: 'missing-receipt' })
    expect(await room.check(withReceipt(foreign.receipt_id), { session: null })).toMatchObject({ status: 'accepted' })
  })

  it('Receipts are good up to where their chain breaks', async () => {
    const room = open()
    const [first, second] = [room.receipt({ touched: [scene] }), room.receipt({ touched: [scene] })]
    room.tamper(second)
    expect(await room.check(withReceipt(first.receipt_id))).toMatchObject({ status: 'accepted' })
    expect(await room.check(withReceipt(second.receipt_id))).toMatchObject({ reason: 'receipt-invalid' })
  })

  it('Receipts of a session that cannot be verified prove nothing', async () => {
    const room = open()
    const { receipt_id } = room.receipt({ touched: [scene] })
    const audit = {
      ...room.audit,
      verifySession: async () => ({ status: 'unverifiable' as const, count: 1, head: '', problems: [] }),
    }
    expect(await room.check(withReceipt(receipt_id), { audit })).toMatchObject({ reason: 'receipt-invalid' })
  })

  it('Receipts cover a scope with ranges that leave out nothing but blank lines', async () => {
    const absence = async (...refs: [number, number][]) => {
      const room = open()
      const { receipt_id } = room.receipt({ file_refs: refs.map(([from, to]) => linesRef(scene, from, to)) })
      const body = `I checked ${scene} and found no "dragon" receipt_id: ${receipt_id}`
      return (await room.check(`Evidence: ${body}`)).reason
    }
    expect(await absence([1, 8])).toBe(undefined)
    expect(await absence([6, 8], [1, 4])).toBe(undefined)
    expect(await absence([1, 6])).toBe('scope-not-covered')
    expect(await absence([2, 8])).toBe('scope-not-covered')
  })

  it('Receipts are attached by the engine where the rule ties them to files', async () => {
    const settings = { ...Settings.parse({}).evidence, receiptRule: 'tied' as const }
    const room = open()
    expect(await room.check(`Evidence: ${quote}`, { settings })).toMatchObject({
      reason: 'missing-receipt',
      detail: scene,
    })
    const { receipt_id } = room.receipt({ turn_id: 'turn_0000000000000001', touched: [scene] })
    expect(await room.check(`Evidence: ${quote}`, { settings })).toMatchObject({ receipts: [receipt_id] })
  })
})

describe('Sources of a role', () => {
  const verdictOf = async (role: string, body: string, about: Partial<ReplyCheck> = {}) =>
    (await open().check(`Evidence: ${body}`, { role, ...about })).reason ?? 'accepted'
  const ofClass = {
    outline: `${outline} line 3: "Scene 1: The Keeper"`,
    scene: quote,
    compendium: `${card}: "Eyes: gray"`,
    canon: 'Canon.md: "Ines Varga keeps the bell"',
  }

  it.each([
    ['planner', ['outline']],
    ['writer', ['scene']],
    ['Editor', ['scene']],
    ['beta-reader', ['scene']],
    ['lore keeper', ['scene', 'compendium', 'canon']],
    ['Chief of Staff', ['outline', 'scene', 'compendium', 'canon']],
    ['librarian', ['outline', 'scene', 'compendium', 'canon']],
    ['dramaturg', ['outline', 'scene', 'compendium', 'canon']],
  ])('sources of a role: %s', async (role, allowed) => {
    for (const [kind, body] of Object.entries(ofClass)) {
      expect([kind, await verdictOf(role, body)]).toEqual([kind, allowed.includes(kind) ? 'accepted' : 'wrong-source'])
    }
  })

  it('sources of a role are narrowed by the agent, never widened', async () => {
    const narrowed = { evidenceSources: ['canon', 'outline'] as const }
    expect(await verdictOf('continuity', quote, narrowed)).toBe('wrong-source')
    expect(await verdictOf('continuity', ofClass.canon, narrowed)).toBe('accepted')
    expect(await verdictOf('continuity', ofClass.outline, narrowed)).toBe('wrong-source')
  })

  it('sources of a role may be cited beside others, but a quote must be in a source of the role', async () => {
    expect(await verdictOf('critic', `${quote}, against ${card}`)).toBe('accepted')
    expect(await verdictOf('planner', `${scene} and the outline: "Ines counted the stairs"`)).toBe('wrong-source')
  })
})
