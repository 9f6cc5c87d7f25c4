import type { z } from 'zod'
import { roomSettingsSave, roomSettingsShow } from '../../../room/workspace/operations.ts'
import { usageFault } from '../failure.ts'
import type { RoomVerb } from './verb.ts'
import { facts } from './words.ts'

export const settings: RoomVerb<[changes: string[]], object, z.output<typeof roomSettingsShow.output>> = {
  usage: 'settings [changes...]',
  summary: 'every setting of the room, or change some: name=value',
  examples: ['settings', 'settings evidence.retries=2 chat.historyExchanges=4'],
  ask: ({ call }, _, changes) =>
    changes.length === 0
      ? call(roomSettingsShow, {})
      : call(roomSettingsSave, Object.fromEntries(changes.map(changeIn))),
  show(all, page) {
    const table = Object.entries(all).flatMap(([section, values]) =>
      Object.entries(values).map(([name, value]) => [`${section}.${name}`, textOf(value)] as const),
    )
    facts(page, table)
  },
}

function changeIn(given: string): [name: string, value: unknown] {
  const [, name, text] = /^([\w.]+)=([\s\S]*)$/.exec(given) ?? []
  if (name === undefined || text === undefined) {
    throw usageFault('A change is name=value.', 'For example: evidence.retries=2', { given })
  }
  try {
    return [name, JSON.parse(text)]
  } catch {
    return [name, text]
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
