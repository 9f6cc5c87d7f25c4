import type { z } from 'zod'
import type { contextOperations } from '../../src/context/operations.ts'
import type { diaryOperations } from '../../src/diary/operations.ts'
import type { homeOperations } from '../../src/home/operations.ts'
import type { recordsOperations } from '../../src/records/operations.ts'
import type { RoomOperation } from '../../src/room/operations.ts'

// The page calls operations by wire name; their types are taken from the lists the server serves.

type ByName<Declared extends { name: string }> = { [O in Declared as O['name']]: O }
type RecordsOperations = ByName<(typeof recordsOperations)[number]>
type DiaryOperations = ByName<(typeof diaryOperations)[number]>
type ContextOperations = ByName<(typeof contextOperations)[number]>
type HomeOperations = ByName<(typeof homeOperations)[number]>
type RoomOperations = ByName<RoomOperation>
type Operations = RecordsOperations & DiaryOperations & ContextOperations & RoomOperations & HomeOperations
type Answer<N extends OperationName> = z.output<Operations[N]['output']>

/** The tools of agents have names of their own and no fixed types; the page does not call them. */
export type RoomOperationName = Extract<keyof RoomOperations, `room_${string}`>
export type OperationName =
  | keyof (RecordsOperations & DiaryOperations & ContextOperations & HomeOperations)
  | RoomOperationName
export type Input<N extends OperationName> = z.input<Operations[N]['input']>
/** The answer to an accepted call. The diary also declares its refusals as answers; the page throws those instead. */
export type Output<N extends OperationName> = N extends keyof DiaryOperations ? Accepted<Answer<N>> : Answer<N>

type Accepted<T> = { [K in Exclude<keyof T, 'errors'>]-?: Exclude<T[K], undefined> }

type FirstWord<N> = N extends `${infer Word}_${string}` ? Word : N
type FirstWords<Names, Toolset> = { [N in Names & string as FirstWord<N>]: Toolset }

/** Names whose first word another toolset uses as well. */
const toolsetByName = { search_history: 'diary' } as const

/** The toolset in the URL, by the first word of a name; the compiler checks that no two toolsets share one. */
const toolsetByFirstWord: FirstWords<Exclude<keyof DiaryOperations, keyof typeof toolsetByName>, 'diary'> &
  FirstWords<keyof ContextOperations, 'context'> &
  FirstWords<RoomOperationName, 'room'> &
  FirstWords<keyof HomeOperations, 'home'> &
  Partial<FirstWords<keyof RecordsOperations, never>> = {
  read: 'diary',
  write: 'diary',
  diary: 'diary',
  context: 'context',
  project: 'context',
  prompt: 'context',
  template: 'context',
  room: 'room',
  home: 'home',
  inbox: 'home',
}

const toolsets = new Map<string, 'diary' | 'context' | 'room' | 'home'>(
  Object.entries({ ...toolsetByFirstWord, ...toolsetByName }),
)

export function toolsetOf(name: OperationName): 'records' | 'diary' | 'context' | 'room' | 'home' {
  return toolsets.get(name) ?? toolsets.get(name.split('_')[0] ?? '') ?? 'records'
}
