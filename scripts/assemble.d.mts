export function assembled(): Promise<Buffer>
