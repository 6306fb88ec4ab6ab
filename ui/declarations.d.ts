/** Types of the virtual modules that the build makes. */
declare module 'virtual:endpoint-table' {
  import type { Route } from '../src/client/route.ts'
  import type { EndpointName } from '../src/contract/endpoints.ts'
  export const endpointTable: Readonly<Record<EndpointName, Route>>
}

declare module 'virtual:shell-files' {
  export const shellFiles: readonly string[]
  export const shellVersion: string
}

/** Defined only in browsers that support trusted types. */
declare var trustedTypes:
  | {
      createPolicy(
        name: string,
        rules: { createScriptURL(text: string): string },
      ): { createScriptURL(text: string): unknown }
    }
  | undefined
