import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

export function invalidParams(message: string, data?: Record<string, unknown>): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, data)
}

/** For lists that are never longer than one page. */
export function onePage(cursor: string | undefined): void {
  if (cursor !== undefined) throw invalidParams('The list has one page: ask for it without a cursor.')
}
