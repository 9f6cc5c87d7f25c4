import { resolve, sep } from 'node:path'
import type { Identity } from '../kernel/call.ts'
import { Fault } from '../kernel/fault.ts'
import { type Role, roles } from '../kernel/operation.ts'

/** The person at the machine itself; every other principal has a token and memberships. */
export const localPrincipal = 'local'

export const localIdentity: Identity = { principal: localPrincipal }

export function atLeast(held: Role, needed: Role): boolean {
  return roles.indexOf(held) >= roles.indexOf(needed)
}

export function forbidden(needed: Role): Fault {
  return new Fault('FORBIDDEN', `This needs the role ${needed} in the project.`, {
    details: { needed },
    hint: `Ask an admin of the project for the role ${needed}.`,
  })
}

/** For what a limited token may not do, whatever its principal may do. */
export function tokenLimitFault(): Fault {
  return new Fault('FORBIDDEN', 'This token is limited to projects or to a role and may not do this.', {
    details: { needed: 'unlimited_token' },
    hint: 'Use a token without --project and --role, or ask the person who made this one.',
  })
}

// The boundary around this machine: its paths, keys, environment, network and transcripts are the owner's. What other
// callers say about them has no effect. docs/guide/trust.md says the same for people.

/** Whether the person this machine belongs to is calling, and not a caller with a token of another principal or a limited one. */
export function isOwner({ principal, scope }: Identity): boolean {
  return principal === localPrincipal && scope === undefined
}

/** For what only the owner may ask for; with a field, for what only the owner may say. */
export function ownerOnly(field?: string): Fault {
  return new Fault('FORBIDDEN', 'Only the owner of the machine that Daybook runs on may do this.', {
    details: { needed: 'owner', ...(field !== undefined && { field }) },
    hint: 'Ask the owner of the server, who does it there on the command line or the page.',
  })
}

/** Whether a caller may have this machine look at a path: the owner anywhere, others below what the owner has opened. */
export function mayUsePath(call: Identity, path: string, opened: readonly string[] = []): boolean {
  return (
    isOwner(call) || opened.some(root => `${resolve(path)}${sep}`.startsWith(root.endsWith(sep) ? root : root + sep))
  )
}
