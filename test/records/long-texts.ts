import { expect } from 'vitest'
import type { TestStore } from '../support/engines.ts'
import { ids, recordCalls } from './record-calls.ts'

/** Bodies of so many bytes in every kind of writing are taken, and found by what they begin with. */
export async function searchLongTexts(store: TestStore, bytes: number): Promise<void> {
  const { createRoot, must } = recordCalls(store)
  const found = async (query: string) => ids((await must('search_records', { query })).results)
  const upTo = (size: number, write: (n: number) => string) => {
    const parts: string[] = []
    for (let used = 0, n = 0; ; n++) {
      const part = write(n)
      used += new TextEncoder().encode(part).length
      if (used > size) return parts.join('')
      parts.push(part)
    }
  }
  const han = (n: number) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))
  const writings: Record<string, (n: number) => string> = {
    'short words': n => `${n.toString(36)} `,
    han,
    thai: n => String.fromCodePoint(0x0e01 + (n % 46)),
    // One character that stands for four words.
    ligature: n => `${String.fromCodePoint(0xfdfa)}${n.toString(36)} `,
    marks: n => `a${'\u0301'.repeat(1 + (n % 40))}`,
    wide: n => `${String.fromCodePoint(0x10400 + (n % 80))}${n.toString(36)} `,
  }
  for (const [kind, write] of Object.entries(writings)) {
    const body = `beginning${kind.length} ${upTo(bytes, write)}`
    const metadata = { k: upTo(15_000, write) }
    const summary = upTo(2000, write)
    const { id } = await createRoot({ title: kind, summary, body, metadata })
    expect([kind, await found(`beginning${kind.length} ${kind}`)]).toEqual([kind, expect.arrayContaining([id])])
  }
  expect((await must('check_records')).violations).toEqual([])
}
