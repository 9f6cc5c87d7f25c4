import { filesOf, type Operation } from '../kernel/operation.ts'
import type { HomeContext } from './context.ts'
import * as chats from './operations/chats.ts'
import { home } from './operations/home.ts'
import { homeProject } from './operations/home-project.ts'
import { homeVerify } from './operations/home-verify.ts'
import * as inbox from './operations/inbox.ts'
import * as repositories from './operations/repositories.ts'
import * as setup from './operations/setup.ts'

/** The part's operations in wire order. */
export const homeOperations = [
  home,
  inbox.inbox,
  inbox.inboxDismiss,
  setup.homeClients,
  homeProject,
  setup.homeRemoveSample,
  homeVerify,
  repositories.homeRepositories,
  repositories.homeMergeProjects,
  repositories.homeSeparateRepository,
  chats.homeSessionChats,
  chats.homeChatSessions,
] as const satisfies readonly Operation<HomeContext>[]

/** The operations that share a file of `operations/` with others, with its name. */
export const homeFiles = filesOf({ chats, inbox, repositories, setup })
