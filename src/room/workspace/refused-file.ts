import type { FaultCode } from '../../kernel/fault.ts'
import { RoomFault } from '../faults.ts'
import { fileFaults } from './serve.ts'

/** Why a file was not read or written, as callers are told. Only paths of the tree are named. */
export function refusedFile({
  code,
  candidates,
  field,
}: {
  code: keyof typeof fileFaults
  candidates?: string[]
  field?: string
}) {
  const { http, message } = fileFaults[code]
  const details = { ...(candidates && { candidates }), ...(field !== undefined && { field }) }
  return new RoomFault(
    code,
    kinds[http] ?? 'INVALID_INPUT',
    message,
    Object.keys(details).length > 0 ? { details } : {},
  )
}

const kinds: { readonly [http: number]: FaultCode } = {
  400: 'INVALID_INPUT',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'REFUSED',
  413: 'TOO_LARGE',
  415: 'NOT_TEXT',
}
