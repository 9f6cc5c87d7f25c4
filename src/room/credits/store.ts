import { join } from 'node:path'
import { z } from 'zod'
import { type JsonStore, jsonStore } from '../store/json-store.ts'
import { nextNumber } from '../store/next-number.ts'
import { type Award, amounts, CreditEvent, engineReasons } from './event.ts'

const CreditBook = z.looseObject({ version: z.literal(1), events: z.array(CreditEvent) })
type CreditBook = z.output<typeof CreditBook>

/** Awards in the order they were given; none is ever changed or taken away. */
export interface CreditStore {
  all(): Promise<CreditEvent[]>
  add(award: Award, now: string): Promise<CreditEvent>
  /** Undefined when the engine has awarded something for the same before. */
  addOnce(award: Award, now: string): Promise<CreditEvent | undefined>
}

export function creditStore(control: string): CreditStore {
  const book = (survives: 'power cut' | 'kill'): JsonStore<CreditBook> =>
    jsonStore({
      file: join(control, 'credits', 'credits.json'),
      locks: join(control, 'locks'),
      schema: CreditBook,
      empty: (): CreditBook => ({ version: 1, events: [] }),
      survives,
    })
  const store = book('power cut')
  return {
    all: async () => (await store.read()).events,
    add: (award, now) => store.change<CreditEvent>(book => appended(book, award, now)),
    // What the engine awards follows from turns that are on record, and is not waited for.
    addOnce: (award, now) =>
      book('kill').change<CreditEvent | undefined>(book =>
        book.events.some(event => isOfSameOrigin(event, award)) ? { result: undefined } : appended(book, award, now),
      ),
  }
}

function appended(book: CreditBook, award: Award, now: string): { next: CreditBook; result: CreditEvent } {
  const { agentId, reason, verifiedBy, context, relatedEntity } = award
  const id = `crd-${nextNumber(book.events, 'crd-')}`
  const event = { id, agentId, amount: amounts[reason], reason, verifiedBy, timestamp: now, context, relatedEntity }
  return { next: { ...book, events: [...book.events, event] }, result: event }
}

function isOfSameOrigin(event: CreditEvent, { context: { trigger, triggerRef } }: Award): boolean {
  const byEngine = engineReasons.some(reason => reason === event.reason)
  return byEngine && event.context.trigger === trigger && event.context.triggerRef === triggerRef
}
