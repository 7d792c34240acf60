export function packagesFit(checkout: string): boolean;
export function installPackages(checkout: string, say: (line: string) => void): Promise<boolean>;
