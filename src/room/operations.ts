import { type DeclaringModule, declaredIn, type Operation } from '../kernel/operation.ts'
import * as agents from './agents/operations.ts'
import * as audit from './audit/operations.ts'
import * as canon from './canon/operations.ts'
import * as chats from './chats/operations.ts'
import * as conference from './conference/operations.ts'
import type { RoomContext } from './context.ts'
import * as credits from './credits/operations.ts'
import * as evidence from './evidence/operations.ts'
import * as issues from './issues/operations.ts'
import * as keys from './keys/operations.ts'
import * as memory from './memory/operations.ts'
import * as notifications from './notifications/operations.ts'
import * as prompts from './prompts/operations.ts'
import * as providers from './providers/operations.ts'
import * as runs from './runs/operations.ts'
import * as tasks from './tasks/operations.ts'
import * as telemetry from './telemetry/operations.ts'
import * as tiers from './tiers/operations.ts'
import * as tools from './tools/operations.ts'
import * as workspace from './workspace/operations.ts'

/** The folders that declare operations, in the order agents and people see these; what a file of theirs exports is offered. */
const nouns = {
  tools,
  chats,
  conference,
  audit,
  evidence,
  workspace,
  issues,
  agents,
  providers,
  keys,
  prompts,
  memory,
  telemetry,
  tiers,
  credits,
  notifications,
  canon,
  tasks,
  runs,
} satisfies { readonly [folder: string]: DeclaringModule<RoomContext> }

type Nouns = typeof nouns
type Declared<T> = T extends readonly (infer O)[] ? O : T

/** Any of them, for callers that know at compile time what they call. */
export type RoomOperation = { [N in keyof Nouns]: Declared<Nouns[N][keyof Nouns[N]]> }[keyof Nouns]

const declared = Object.entries(nouns).map(([folder, module]) => ({ folder, operations: declaredIn(module) }))

export const roomOperations: readonly Operation<RoomContext>[] = declared.flatMap(({ operations }) => operations)

/** The folder each operation is declared in, by its name. */
export const roomFolders: { readonly [operation: string]: string } = Object.fromEntries(
  declared.flatMap(({ folder, operations }) => operations.map(({ name }) => [name, folder])),
)
