// Package js runs JavaScript on a wakeful loop.
package js
