export const modules: readonly { source: string; file: string; name: string }[]
export function assembled(module: { source: string }): Promise<Buffer>
