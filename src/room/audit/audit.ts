import type { Receipt, ReceiptFacts } from '../../receipts/receipt.ts'

export interface AuditProblem {
  code: string
  seq?: number
  file?: string
}

export interface SessionVerification {
  status: 'ok' | 'tampered' | 'unverifiable'
  count: number
  head: string
  problems: AuditProblem[]
}

/** Where receipts are kept. When `mint` has answered, the receipt survives whatever happens to this process. */
export interface Audit {
  /** Stores the whole output, then the receipt; only then is its id known to anyone. */
  mint(facts: Omit<ReceiptFacts, 'outputs'>, output: string): Promise<Receipt>
  /** In order of seq. */
  receiptsOf(sessionId: string): Promise<Receipt[]>
  find(receiptId: string): Promise<Receipt | undefined>
  output(receiptId: string): Promise<string | undefined>
  verifySession(sessionId: string, options?: { fresh?: boolean }): Promise<SessionVerification>
}
