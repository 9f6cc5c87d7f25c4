import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../files/sha256.ts'
import { canonical, readCanonical } from './canonical.ts'
import {
  chainStart,
  headText,
  type KeyLookup,
  keyChangeLine,
  lineVerifier,
  readHead,
  readLedger,
  receiptLine,
  signReceipt,
} from './chain.ts'
import {
  inlineBytes,
  isConsistent,
  isOutputOf,
  outputsOf,
  type Receipt,
  type ReceiptFacts,
  readLine,
} from './receipt.ts'
import { keyOf } from './signing.ts'

const key = keyOf(Buffer.from('AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=', 'base64'))
const foreign = keyOf(Buffer.alloc(32, 7))
const lookup: KeyLookup = id => (id === key.id ? key : 'unlisted')
const session = 'conf_00112233445566aa'

const facts: ReceiptFacts = {
  session_id: session,
  conference_id: session,
  round_id: 'rnd_00112233445566bb',
  turn_id: 'turn_00112233445566cc',
  agent_id: 'chief',
  surface: 'conference',
  tool_id: 'file_reader',
  tool_version: '1.0.0',
  inputs: { file_path: 'Story/Scenes/SCN-01-the-keeper.md', start_line: 5, end_line: 5 },
  outputs: outputsOf(
    '{\n  "tool": "file_reader",\n  "file_path": "Story/Scenes/SCN-01-the-keeper.md",\n  "excerpt": "5: Ines counted the stairs by the sound of them."\n}',
  ),
  file_refs: [
    {
      path: 'Story/Scenes/SCN-01-the-keeper.md',
      start_line: 5,
      end_line: 5,
      sha256: sha256('Ines counted the stairs by the sound of them.'),
      excerpt: 'Ines counted the stairs by the sound of them.',
      file_sha256: 'd2feadce885f25b67059df56bc69f35c39f42974bde822712a304e205691d2eb',
    },
  ],
  ok: true,
  error: null,
  duration_ms: 3,
  nonce: '00112233445566778899aabbccddeeff',
  timestamp: '2026-03-01T12:00:00.000Z',
}

describe('the golden receipt', () => {
  const receipt = signReceipt(facts, { receipt_id: 'rcpt_0a1b2c3d4e5f', seq: 1, prev: chainStart(session) }, key)
  const { signature, ...unsigned } = receipt

  it('the golden receipt names its key and the start of its chain', () => {
    expect(receipt.key_id).toBe('630dcd2966c43366')
    expect(receipt.prev).toBe('d94e81816d1fc8760560ab7ff6c002ff904f0958fdf9dd5635da406545930764')
  })

  it('the golden receipt has these canonical bytes, this signature and this line', () => {
    expect(canonical(unsigned)).toBe(
      String.raw`{"agent_id":"chief","conference_id":"conf_00112233445566aa","duration_ms":3,"error":null,"file_refs":[{"end_line":5,"excerpt":"Ines counted the stairs by the sound of them.","file_sha256":"d2feadce885f25b67059df56bc69f35c39f42974bde822712a304e205691d2eb","path":"Story/Scenes/SCN-01-the-keeper.md","sha256":"4bd84438aee959c3bf322c485047be57e09e9bb0d2b0a84069460a2f118287b2","start_line":5}],"inputs":{"end_line":5,"file_path":"Story/Scenes/SCN-01-the-keeper.md","start_line":5},"key_id":"630dcd2966c43366","nonce":"00112233445566778899aabbccddeeff","ok":true,"outputs":{"full_size":144,"sha256":"f2998aca37106b2587be8f2b581adc9c80c1b65e2d6f59a80c6585aa262f2932","text":"{\n  \"tool\": \"file_reader\",\n  \"file_path\": \"Story/Scenes/SCN-01-the-keeper.md\",\n  \"excerpt\": \"5: Ines counted the stairs by the sound of them.\"\n}","truncated":false},"prev":"d94e81816d1fc8760560ab7ff6c002ff904f0958fdf9dd5635da406545930764","receipt_id":"rcpt_0a1b2c3d4e5f","round_id":"rnd_00112233445566bb","seq":1,"session_id":"conf_00112233445566aa","signature_alg":"HMAC-SHA256","surface":"conference","timestamp":"2026-03-01T12:00:00.000Z","tool_id":"file_reader","tool_version":"1.0.0","turn_id":"turn_00112233445566cc","v":1}`,
    )
    expect(Buffer.byteLength(canonical(unsigned))).toBe(1216)
    expect(sha256(canonical(unsigned))).toBe('5df44f07601ae8275f75655e63bde4809b4398077905f16b684682ce504975e4')
    expect(signature).toBe('0f80abb2b713f70cde47be5dc19ea664e3d2ac7f4f117bc929b3dc16fb575bd6')
    expect(Buffer.byteLength(receiptLine(receipt))).toBe(1296)
  })

  it('the golden receipt is read back whole from its line', () => {
    expect(readLine(bytesOf(receipt))).toEqual(receipt)
  })
})

it('canonical bytes order keys by UTF-16 units, write numbers as ECMAScript does and escape only what must be', () => {
  expect(canonical({ '\u{1f600}': 1, '\ufb33': 2, a: 1e21, b: 0.000001, c: -0, d: '\u0007\u2028/é"' })).toBe(
    '{"a":1e+21,"b":0.000001,"c":0,"d":"\\u0007\u2028/é\\"","😀":1,"\ufb33":2}',
  )
})

it('canonical bytes are the same for the same value whatever the order of its keys', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), value => {
      fc.pre(isWellFormed(value))
      const turned = Object.fromEntries(Object.entries(value).reverse())
      const text = canonical(value)
      expect(canonical(turned)).toBe(text)
      expect(readCanonical(Buffer.from(text))).toEqual(JSON.parse(text))
    }),
  )
})

it.each([
  ['a space', '{"a": 1}'],
  ['another order', '{"b":1,"a":2}'],
  ['a key twice', '{"a":1,"a":1}'],
  ['a needless escape', '{"a":"\\u0041"}'],
  ['a lone surrogate', '{"a":"\\ud800"}'],
  ['another spelling of a number', '{"a":1.0}'],
  ['something after it', '{"a":1} '],
  ['no object', '1'],
  ['nothing', ''],
])('canonical bytes are not taken with %s', (_, text) => {
  expect(readCanonical(Buffer.from(text))).toBe(undefined)
})

it('canonical bytes are not taken with broken UTF-8', () => {
  expect(readCanonical(Buffer.from('{"a":"\xff"}', 'latin1'))).toBe(undefined)
})

it('what a receipt says of an output holds a short one whole and a long one by a strict prefix of whole characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 0, maxLength: 900 }), fc.nat(3), (text, times) => {
      const output = text.toWellFormed().repeat(times + 1)
      const outputs = outputsOf(output)
      expect(isConsistent(outputs) && isOutputOf(outputs, Buffer.from(output))).toBe(true)
      const shown = outputs.truncated ? outputs.excerpt : outputs.text
      expect(output.startsWith(shown)).toBe(true)
      expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(inlineBytes)
      expect(outputs.truncated).toBe(Buffer.byteLength(output) > inlineBytes)
      if (outputs.truncated) expect(Buffer.byteLength(shown)).toBeGreaterThan(inlineBytes - 4)
    }),
  )
})

it('what a receipt says of an output does not describe other bytes', () => {
  const output = 'word '.repeat(1000)
  expect(isOutputOf(outputsOf(output), Buffer.from(`${output.slice(0, -1)}.`))).toBe(false)
  expect(isOutputOf({ ...outputsOf(output), full_size: 1 }, Buffer.from(output))).toBe(false)
  expect(isConsistent({ ...outputsOf('short'), full_size: 4 })).toBe(false)
})

it('a chain of receipts verifies as it was made, whatever was run', () => {
  fc.assert(
    fc.property(fc.array(anyFacts, { maxLength: 12 }), all => {
      const receipts = chainOf(all)
      expect(verifyLines(session, receipts.map(bytesOf), lookup)).toEqual({
        count: receipts.length,
        head: receipts.at(-1)?.signature ?? chainStart(session),
        problems: [],
      })
    }),
    { numRuns: 50 },
  )
})

it('a chain of receipts shows any changed byte', () => {
  const receipts = chainOf([facts, facts, facts])
  fc.assert(
    fc.property(fc.nat(2), fc.nat(), fc.integer({ min: 1, max: 255 }), (which, at, flip) => {
      const lines = receipts.map(bytesOf)
      const line = lines[which]
      if (line) line[at % line.length] = (line[at % line.length] ?? 0) ^ flip
      const { problems } = verifyLines(session, lines, lookup)
      expect(problems.find(({ seq }) => seq === which + 1)?.code).toMatch(
        /^(bad_line|bad_signature|session_mismatch|unknown_key)$/,
      )
    }),
    { numRuns: 500 },
  )
})

it('a chain of receipts shows lines removed, repeated, swapped and inserted', () => {
  const lines = chainOf([facts, facts, facts, facts, facts]).map(bytesOf)
  const [one, two, three, four, five] = lines
  if (!one || !two || !three || !four || !five) throw new Error('Five lines were made.')
  const codes = (given: Buffer[]) => verifyLines(session, given, lookup).problems.map(({ code }) => code)
  expect(codes([two, three, four, five])).toEqual(['chain_break'])
  expect(codes([one, three, four, five])).toEqual(['chain_break'])
  expect(codes([one, two, two, three, four, five])).toEqual(['duplicate_receipt', 'chain_break'])
  expect(codes([one, three, two, four, five])).toContain('chain_break')
  const between = signReceipt(facts, { receipt_id: 'rcpt_ffffffffffff', seq: 2, prev: sha256('x') }, key)
  expect(codes([one, bytesOf(between), two, three])).toContain('chain_break')
})

it('a chain of receipts shows a foreign key, another session and a missing key', () => {
  const other = chainOf([facts], foreign).map(bytesOf)
  expect(verifyLines(session, other, lookup).problems).toEqual([{ code: 'unknown_key', seq: 1 }])
  expect(verifyLines(session, other, () => 'missing').problems).toEqual([{ code: 'key_missing', seq: 1 }])
  expect(
    verifyLines('chat_0000000000000001', chainOf([facts]).map(bytesOf), lookup).problems.map(({ code }) => code),
  ).toEqual(['session_mismatch', 'chain_break'])
})

it('a chain of receipts takes no line that says more, less or something else than a receipt', () => {
  const [receipt] = chainOf([facts])
  if (!receipt) throw new Error('One receipt was made.')
  const { ok: _, ...less } = receipt
  for (const wrong of [less, { ...receipt, more: 1 }, { ...receipt, seq: 0 }, { ...receipt, surface: 'web' }]) {
    expect(readLine(Buffer.from(canonical(wrong)))).toBe(undefined)
  }
})

describe('a head', () => {
  const text = headText({ session_id: session, count: 3, head: sha256('x'), bytes: 900, at: facts.timestamp }, key)

  it('a head is read back with its key, for its session', () => {
    expect(readHead(Buffer.from(text), session, lookup)).toMatchObject({ v: 1, count: 3, bytes: 900, key_id: key.id })
    expect(readHead(Buffer.from(text), 'another', lookup)).toBe('bad')
    expect(readHead(Buffer.from(text), session, () => 'missing')).toBe('unproven')
    expect(readHead(Buffer.from(text), session, () => 'unlisted')).toBe('bad')
  })

  it('a head is refused with any byte changed, missing or added', () => {
    for (let at = 0; at < text.length; at++) {
      const bytes = Buffer.from(text)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      expect(readHead(bytes, session, lookup)).toBe('bad')
    }
    expect(readHead(Buffer.from(text.trimEnd()), session, lookup)).toBe('bad')
    expect(readHead(Buffer.from(`${text}\n`), session, lookup)).toBe('bad')
  })
})

describe('the ledger of keys', () => {
  const at = facts.timestamp
  const lines = [keyChangeLine(null, key, at), keyChangeLine(key, foreign, at)].map(line => Buffer.from(line.trimEnd()))
  const keys = new Map([key, foreign].map(each => [each.id, each]))

  it('the ledger of keys lists the keys in the order in which they came', () => {
    expect(readLedger([], keys)).toEqual([])
    expect(readLedger(lines, keys)).toEqual([key.id, foreign.id])
    expect(readLedger(lines, new Map())).toEqual([key.id, foreign.id])
  })

  it('the ledger of keys is refused with any byte changed, a line missing or in another order', () => {
    for (const which of [0, 1]) {
      for (let at = 0; at < (lines[which]?.length ?? 0); at++) {
        const changed = lines.map(line => Buffer.from(line))
        const line = changed[which]
        if (line) line[at] = (line[at] ?? 0) ^ 1
        expect(readLedger(changed, keys)).toBe(undefined)
      }
    }
    expect(readLedger(lines.slice(1), keys)).toBe(undefined)
    expect(readLedger(lines.toReversed(), keys)).toBe(undefined)
    expect(readLedger([...lines, ...lines.slice(1)], keys)).toBe(undefined)
  })
})

const word = fc.string({ unit: 'grapheme', maxLength: 30 }).map(text => text.toWellFormed())
const anyFacts = fc
  .record({ output: word, inputs: fc.dictionary(word, fc.oneof(word, fc.integer(), fc.boolean())), ok: fc.boolean() })
  .map(({ output, inputs, ok }): ReceiptFacts => {
    const error = ok ? null : { code: 'timeout', message: 'It took too long.' }
    return { ...facts, inputs, ok, error, outputs: outputsOf(output) }
  })

function chainOf(all: readonly ReceiptFacts[], by = key): Receipt[] {
  const receipts: Receipt[] = []
  for (const [index, each] of all.entries()) {
    const receipt_id = `rcpt_${index.toString(16).padStart(12, '0')}`
    const prev = receipts.at(-1)?.signature ?? chainStart(session)
    receipts.push(signReceipt(each, { receipt_id, seq: index + 1, prev }, by))
  }
  return receipts
}

function bytesOf(receipt: Receipt): Buffer {
  return Buffer.from(receiptLine(receipt).slice(0, -1))
}

function isWellFormed(value: unknown): boolean {
  return JSON.stringify(value).isWellFormed() && !/\\ud[89a-f]/i.test(JSON.stringify(value))
}

/** All lines of a log at once. */
function verifyLines(session: string, lines: Iterable<Uint8Array>, keys: KeyLookup) {
  const verifier = lineVerifier(session, keys)
  const problems = [...lines].flatMap(line => {
    const { position, problems: codes } = verifier.next(line)
    return codes.map(code => ({ code, seq: position }))
  })
  return { ...verifier.point(), problems }
}
