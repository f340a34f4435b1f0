declare module '*.pdf?inline' {
  const address: string;
  export default address;
}
declare module '*.avif?inline' {
  const address: string;
  export default address;
}
declare module '*.png?inline' {
  const address: string;
  export default address;
}
