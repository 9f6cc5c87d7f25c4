import type { Operation } from '../kernel/operation.ts'
import type { RoomContext } from './context.ts'

/** In the order agents and people see them. */
export const roomOperations: readonly Operation<RoomContext>[] = [
  // The tools, in the order of every catalog.
  // Turns and conferences.
  // Receipts, verification, files.
  // Issues.
  // For people: files, workspace, settings, tools.
  // For people: audit and keys.
  // For people: chats, queue.
  // For people: conferences and replay.
  // For people: agents, endpoints, providers, keys, prompts.
  // For people: issues, memory, telemetry, tiers, credits, notifications.
  // For people: canon, tasks, runs.
]
