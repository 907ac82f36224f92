/** The part of the API that the benchmark uses; the package has no types. */
declare module 'autocannon' {
  interface Result {
    '2xx': number
    non2xx: number
    errors: number
    start: Date
    finish: Date
  }
  export default function autocannon(options: {
    url?: string
    connections: number
    duration: number
    method?: string
    headers?: Record<string, string>
    body?: string
  }): PromiseLike<Result>
}
