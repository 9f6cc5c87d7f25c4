import type { z } from 'zod'
import type { DiaryContext } from '../diary/context.ts'
import { operationsOf } from '../kernel/operation.ts'
import type { RecordsContext } from '../records/context.ts'
import type { RoomContext } from '../room/context.ts'

/** What the operations of this part are given. */
export interface HomeContext extends RecordsContext, DiaryContext, RoomContext {
  /** DAYBOOK_HOME. */
  home: string
  /** How this program is started from a terminal. */
  command: readonly string[]
  env: NodeJS.ProcessEnv
}

const declare = operationsOf<HomeContext>('home')

type Declared<I extends z.ZodObject, O extends z.ZodObject, N extends string> = Omit<
  Parameters<typeof declare<I, O, N>>[0],
  'audience' | 'access' | 'find'
>

/** Declares an operation of Home. It is about this machine, so only the owner may call it; agents have tools of their own. */
export function homeOperation<I extends z.ZodObject, O extends z.ZodObject, N extends string>(
  declared: Declared<I, O, N>,
) {
  return declare<I, O, N>({ ...declared, audience: 'people', access: 'owner' })
}

export const homeInstructions = 'Home: what a person sees first. It has no tools for agents.'
