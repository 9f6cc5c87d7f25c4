import { expect, it } from 'vitest'
import type { ClaimKind, RejectionReason, ReplyCheck } from '../../src/room/evidence/verdict.ts'
import { openRoom, type Room, turn } from './evidence-room.ts'

const scene = 'Story/Scenes/SCN-a.md'
const amber = "Her eyes were dark amber and tired. She didn't look back."
const e1 = 'SCN-a.md line 1: "Her eyes were dark amber"'

type Expected = ClaimKind | RejectionReason | readonly [RejectionReason, string] | 'abstained'

interface Row {
  row: string
  role?: string
  reply: string | ((room: Room) => string)
  about?: Partial<ReplyCheck>
  files?: { [path: string]: string }
  is: Expected
}

const round = { kind: 'phase2', round: 'rnd_00112233445566bb' } as const
const earlier = 'rnd_00112233445566aa'

const rows: Row[] = [
  { row: 'E1', reply: `Evidence: ${e1}`, is: 'content' },
  { row: 'E2', reply: '**Evidence:** SCN-a.md: "Her eyes were green and"', is: ['quote-not-found', 'absent'] },
  { row: 'E3', reply: 'Evidence: SCN-a.md line 1', is: 'structural' },
  { row: 'E4', reply: 'There is a problem.\nEvidence: SCN-a.md line 1', is: 'missing-quote' },
  {
    row: 'E5',
    role: 'writer',
    reply: "Evidence: I checked SCN-a.md and found it doesn't drag but can't land",
    is: 'missing-quote',
  },
  { row: 'E6', role: 'planner', reply: `Evidence: ${e1}`, is: ['wrong-source', scene] },
  { row: 'E7', role: 'planner', reply: 'Evidence: timeline in outline', is: 'missing-location' },
  { row: 'E8', reply: 'Evidence: the scene on the skyline is great', is: 'missing-location' },
  {
    row: 'E9',
    role: 'editor',
    reply: 'By prose_analyzer.\nEvidence: SCN-a.md line 1 receipt_id: rcpt_000000000000',
    is: ['missing-receipt', 'rcpt_000000000000'],
  },
  {
    row: 'E10',
    role: 'editor',
    reply: 'Evidence: SCN-a.md line 1 receipt_id: rcpt_000000000000',
    is: ['missing-receipt', 'rcpt_000000000000'],
  },
  { row: 'E11', role: 'assistant', reply: 'Evidence: issue #4 is open', is: ['missing-receipt', 'issue-cited'] },
  {
    row: 'E12',
    role: 'assistant',
    reply: room => `Evidence: issue #4 is open receipt_id: ${issueReceipt(room, [3, 4])}`,
    is: 'issue',
  },
  {
    row: 'E12 with another issue',
    role: 'assistant',
    reply: room => `Evidence: issue #4 is open receipt_id: ${issueReceipt(room, [3])}`,
    is: ['receipt-mismatch', '#4'],
  },
  { row: 'E13', reply: room => `Evidence: issue #4 receipt_id: ${issueReceipt(room, [4])}`, is: 'issue-only' },
  { row: 'E14', reply: `Evidence: ${e1}\nEvidence: ${e1}`, is: 'multiple' },
  { row: 'E15 bullet', reply: `- Evidence: ${e1}`, is: 'content' },
  { row: 'E15 dash', reply: `Evidence - ${e1}`, is: 'content' },
  { row: 'E15 emphasis', reply: `__Evidence:__ ${e1}`, is: 'content' },
  { row: 'E16', reply: `I will check\nEvidence: ${e1}`, is: 'cot-leak' },
  { row: 'E17', role: 'dramaturg', reply: 'Evidence: the moon is cheese', is: 'format' },
  { row: 'E18 straight', reply: 'Evidence: SCN-a.md line 1: "She didn\'t look back."', is: 'content' },
  { row: 'E18 curly', reply: 'Evidence: SCN-a.md line 1: "She didn’t look back."', is: 'content' },
  {
    row: 'E19',
    reply: 'Evidence: SCN-a.md line 9: "Her eyes were dark amber"',
    is: ['quote-not-found', 'outside-lines:1'],
  },
  { row: 'E20', reply: 'Evidence: SCN-a.md line 9', is: ['location-out-of-range', `${scene}:9`] },
  {
    row: 'E21',
    reply: 'Evidence: SCN-zz.md line 1: "Her eyes were dark amber"',
    is: ['missing-file', 'file_not_found'],
  },
  {
    row: 'E22',
    files: { 'Story/Scenes/Über den Fluß.md': 'Am Ufer.\nDas Boot lag still im Schilf.\n' },
    reply: 'Evidence: Story/Scenes/Über den Fluß.md line 2: "Das Boot lag still"',
    is: 'content',
  },
  { row: 'E23 true', reply: 'Evidence: I checked all scenes and found no mention of "dragon"', is: 'absence' },
  {
    row: 'E23 false',
    reply: 'Evidence: I checked all scenes and found no mention of "amber"',
    is: ['absence-contradicted', `${scene}:1`],
  },
  { row: 'E24', reply: 'Evidence: I checked thoroughly and found nothing', is: 'missing-scope' },
  {
    row: 'E25 named',
    role: 'writer',
    reply: 'Evidence: ACCESS_REQUEST: Compendium/Characters/CHAR-x.md',
    is: 'access',
  },
  { row: 'E25 bare', role: 'writer', reply: 'Evidence: ACCESS_REQUEST', is: 'missing-scope' },
  {
    row: 'E26 without',
    about: round,
    reply: room => `${roundReceipt(room, round.round) && 'The eyes are dark.'}\nEvidence: ${e1}`,
    is: ['missing-receipt', 'round'],
  },
  {
    row: 'E26 with',
    about: round,
    reply: room => `Evidence: ${e1} receipt_id: ${roundReceipt(room, round.round)}`,
    is: 'content',
  },
  {
    row: 'E27',
    about: round,
    reply: room => `Evidence: ${e1} receipt_id: ${roundReceipt(room, earlier)}`,
    is: 'missing-receipt',
  },
  {
    row: 'E28',
    reply: room => {
      const receipt = room.receipt({ touched: [scene] })
      room.tamper(receipt)
      return `Evidence: ${e1} receipt_id: ${receipt.receipt_id}`
    },
    is: 'receipt-invalid',
  },
  {
    row: 'E29',
    reply: room => `Evidence: ${e1} receipt_id: ${room.receipt({ touched: ['Canon.md'] }).receipt_id}`,
    is: ['receipt-mismatch', scene],
  },
  { row: 'E30 fence', reply: `\`\`\`\nEvidence: ${e1}\n\`\`\``, is: 'tool-syntax' },
  { row: 'E30 call', reply: `file_reader(a)\nEvidence: ${e1}`, is: 'tool-syntax' },
  { row: 'E31 bare', about: round, reply: ' abstain ', is: 'abstained' },
  { row: 'E31 dot', about: round, reply: 'ABSTAIN.', is: ['missing', 'abstain-markup'] },
  { row: 'E31 bold', about: round, reply: '**ABSTAIN**', is: ['missing', 'abstain-markup'] },
  { row: 'E31 prose', about: round, reply: 'I would not abstain', is: 'missing' },
  { row: 'E32', reply: 'ABSTAIN', is: 'missing' },
  {
    row: 'E33',
    files: { 'Story/Scenes/SCN-b.md': 'Her eyes were\n*dark amber* and tired.\n' },
    reply: 'Evidence: SCN-b.md lines 1–2: "Her eyes were dark amber"',
    is: 'content',
  },
  {
    row: 'E34',
    files: numberedScenes(6),
    reply: room =>
      `Evidence: I checked scenes 1–6 and found no mention of "dragon" receipt_id: ${room.receipt({ touched: ['Story/Scenes/SCN-1-x.md'] }).receipt_id}`,
    is: ['scope-not-covered', 'Story/Scenes/SCN-2-x.md'],
  },
]

it.each(rows)('The evidence vectors: $row', async ({ role = 'critic', reply, about, files, is }) => {
  const room = openRoom({ [scene]: amber, ...files })
  const text = typeof reply === 'string' ? reply : reply(room)
  const { status, kind, reason, detail } = await room.check(text, { role, turn, ...about })
  if (is === 'abstained') expect(status).toBe('abstained')
  else if (typeof is !== 'string')
    expect({ status, reason, detail }).toEqual({ status: 'rejected', reason: is[0], detail: is[1] })
  else if (isKind(is)) expect({ status, kind, reason }).toEqual({ status: 'accepted', kind: is, reason: undefined })
  else expect({ status, reason }).toEqual({ status: 'rejected', reason: is })
})

it('The evidence vectors E33 reports where the quote really is', async () => {
  const room = openRoom({ 'Story/Scenes/SCN-b.md': 'Her eyes were\n*dark amber* and tired.\n' })
  const { spans } = await room.check('Evidence: SCN-b.md lines 1–2: "Her eyes were dark amber"')
  expect(spans).toEqual([
    {
      path: 'Story/Scenes/SCN-b.md',
      start_line: 1,
      end_line: 2,
      start_byte: 0,
      end_byte: 25,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      quote: 'Her eyes were dark amber',
      match: 'normalized',
    },
  ])
})

function isKind(expected: ClaimKind | RejectionReason): expected is ClaimKind {
  return ['content', 'structural', 'absence', 'access', 'issue'].includes(expected)
}

function issueReceipt(room: Room, issues: number[]): string {
  return room.receipt({ tool_id: 'search_issues', issue_refs: issues }).receipt_id
}

function roundReceipt(room: Room, round_id: string): string {
  return room.receipt({ round_id, touched: [scene] }).receipt_id
}

function numberedScenes(count: number): { [path: string]: string } {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  return Object.fromEntries(numbers.map(number => [`Story/Scenes/SCN-${number}-x.md`, 'The tide was out.\n']))
}
