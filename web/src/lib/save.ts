/** Downloads something as a file. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
export const saveAs = (name: string, content: unknown): void =>
  saveFile(new Blob([JSON.stringify(content, null, 1)], { type: "application/json" }), name);

export const saveRecord = (record: unknown, code: string): void => saveAs(`sabika-${code.replace("~", "")}.json`, record);
