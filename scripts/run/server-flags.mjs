/**
 * Node's flags for a server: a small young generation, so that memory used by uploads is collected early (docs/operating.md, Memory). deploy/ uses
 * the same flags.
 */
export const serverFlags = ['--max-semi-space-size=2'];

/**
 * How glibc keeps memory for a server (docs/decisions/memory.md): two arenas for all threads, and pieces of a megabyte or more given back to
 * the system once they are free. deploy/ sets the same.
 */
export const serverAllocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' };

/** The environment that gives a server of a test or the bench the flags and the memory of `npm start`. @param more flags of Node, separated by spaces */
export const asStarted = (more = '') => ({ NODE_OPTIONS: [...serverFlags, more].join(' '), ...serverAllocator });
