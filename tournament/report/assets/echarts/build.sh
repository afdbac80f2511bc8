#!/bin/sh
# Builds ../echarts.min.js from the versions in package-lock.json, and writes its
# checksum and the licences beside it. The same versions give the same bytes.
# Needs Node.js; everything else is fetched into a temporary folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here/entry.js" "$here/package.json" "$here/package-lock.json" "$work/"
cd "$work"
npm ci --ignore-scripts --no-audit --no-fund
# The platform's esbuild is run directly: its install script is not needed.
esbuild=$(find node_modules/@esbuild -type f \( -name esbuild -o -name esbuild.exe \) | head -n 1)
"$esbuild" entry.js --bundle --minify --format=iife --global-name=echarts --target=es2020 \
	--legal-comments=none --define:process.env.NODE_ENV='"production"' --outfile=bundle.js
cat "$here/banner.txt" bundle.js >"$here/../echarts.min.js"
licenses=$here/../licenses
cp node_modules/echarts/LICENSE "$licenses/echarts-LICENSE.txt"
cp node_modules/echarts/NOTICE "$licenses/echarts-NOTICE.txt"
cp node_modules/echarts/licenses/LICENSE-d3 "$licenses/d3-LICENSE.txt"
cp node_modules/zrender/LICENSE "$licenses/zrender-LICENSE.txt"
cp node_modules/tslib/LICENSE.txt "$licenses/tslib-LICENSE.txt"
cd "$here/.."
{
	echo "Apache ECharts 6.1.0"
	sha256sum echarts.min.js licenses/*.txt
} >echarts.sha256
