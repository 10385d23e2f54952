declare module "art:*" {
  const sheet: string;
  export default sheet;
}
declare module "engine:wasm" {
  const address: string | null;
  export default address;
  export const networks: Readonly<Record<string, string>>;
}
